//! Why an operation stopped: no solution here, or something the host must report.

use std::fmt;

use crate::Int;

/// An error the host turns into one of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FdError {
    /// A variable needs a finite domain, or a value, and has none.
    Instantiation,
    /// A number outside what a function accepts: what was expected, and the number.
    TypeOrDomain(&'static str, Int),
    /// A name outside what an argument accepts: the domain's name.
    Domain(&'static str),
    /// The host asked to stop, or its time is over.
    Interrupted,
    /// The result would be too large.
    Resource(&'static str),
}

/// The end of a propagation that did not succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The constraints have no solution in this state.
    Fail,
    /// The request makes no sense in this state. In a box, so that results are short.
    Error(Box<FdError>),
}

impl From<FdError> for Stop {
    #[cold]
    fn from(error: FdError) -> Stop {
        Stop::Error(Box::new(error))
    }
}

/// What every operation on the store returns.
pub type Res<T = ()> = Result<T, Stop>;

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stop::Error(error) = self else { return write!(f, "false") };
        match &**error {
            FdError::Instantiation => write!(f, "arguments are not sufficiently instantiated"),
            FdError::TypeOrDomain(what, int) => write!(f, "`{what}' expected, found `{int}'"),
            FdError::Domain(what) => write!(f, "domain error: `{what}' expected"),
            FdError::Interrupted => write!(f, "interrupted"),
            FdError::Resource(what) => write!(f, "not enough resources: {what}"),
        }
    }
}

impl std::error::Error for Stop {}

/// `Ok` if the condition holds, failure otherwise.
#[inline]
pub(crate) fn ensure(holds: bool) -> Res {
    if holds { Ok(()) } else { Err(Stop::Fail) }
}
