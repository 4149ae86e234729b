//! Files, folders and the environment of the process.

use std::{
    path::{Component, Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use super::{
    Table,
    args::{instantiation, unify_list},
    text::{self, Accept, Form},
};
use crate::{
    atom::Atom,
    cell::Cell,
    machine::Machine,
    throw::{self, Outcome, Throw},
};

/// Predicates of this file.
pub const NATIVES: Table = &[
    ("exists_file", 1, |m| Ok(path_arg(m, 0)?.is_file())),
    ("exists_directory", 1, |m| Ok(path_arg(m, 0)?.is_dir())),
    ("delete_file", 1, |m| change(m, "delete", |path| std::fs::remove_file(path))),
    ("delete_directory", 1, |m| change(m, "delete", |path| std::fs::remove_dir(path))),
    ("make_directory", 1, |m| change(m, "create", |path| std::fs::create_dir(path))),
    ("rename_file", 2, rename_file),
    ("size_file", 2, size_file),
    ("time_file", 2, time_file),
    ("file_base_name", 2, |m| part_of_path(m, base_name)),
    ("file_directory_name", 2, |m| part_of_path(m, directory_name)),
    ("$file_extension", 3, file_extension),
    ("$working_directory", 1, working_directory),
    ("chdir", 1, |m| change(m, "chdir", |path| std::env::set_current_dir(path))),
    ("$absolute_path", 2, absolute_path),
    ("is_absolute_file_name", 1, |m| Ok(path_arg(m, 0)?.is_absolute())),
    ("directory_files", 2, directory_files),
    ("getenv", 2, getenv),
    ("get_time", 1, get_time),
    ("shell", 1, |m| shell(m).map(|status| status == 0)),
    ("shell", 2, shell_status),
];

fn name_arg(m: &mut Machine, i: usize) -> Result<String, Throw> {
    let cell = m.arg(i);
    if cell.is_var() {
        return Err(instantiation(m));
    }
    Ok(text::want(m, cell, Accept::ALL)?.to_string())
}

fn path_arg(m: &mut Machine, i: usize) -> Result<PathBuf, Throw> {
    Ok(PathBuf::from(name_arg(m, i)?))
}

/// The error of the operating system as SWI-Prolog reports it.
fn io_error(m: &mut Machine, action: &str, i: usize, error: &std::io::Error) -> Throw {
    let culprit = m.arg(i);
    let file = m.atoms.intern("file");
    let formal = match error.kind() {
        std::io::ErrorKind::NotFound => {
            let parts = [Cell::atom(file), culprit];
            m.store.heap.put_compound(Atom::EXISTENCE_ERROR, &parts)
        }
        _ => {
            let action = m.atoms.intern(action);
            let parts = [Cell::atom(action), Cell::atom(file), culprit];
            m.store.heap.put_compound(Atom::PERMISSION_ERROR, &parts)
        }
    };
    // `No such file or directory (os error 2)`: the words without the number.
    let words = error.to_string();
    let words = words.split(" (os error").next().unwrap_or_default();
    let message = m.atoms.intern(words);
    let place = m.store.heap.new_var();
    let context = m.store.heap.put_compound(Atom::CONTEXT, &[place, Cell::atom(message)]);
    Throw::Ball(m.store.heap.put_compound(Atom::ERROR, &[formal, context]))
}

fn change(
    m: &mut Machine,
    action: &str,
    operation: fn(&Path) -> std::io::Result<()>,
) -> Outcome {
    let path = path_arg(m, 0)?;
    match operation(&path) {
        Ok(()) => Ok(true),
        Err(error) => Err(io_error(m, action, 0, &error)),
    }
}

fn rename_file(m: &mut Machine) -> Outcome {
    let (from, to) = (path_arg(m, 0)?, path_arg(m, 1)?);
    match std::fs::rename(from, to) {
        Ok(()) => Ok(true),
        Err(error) => Err(io_error(m, "rename", 0, &error)),
    }
}

fn metadata(m: &mut Machine) -> Result<std::fs::Metadata, Throw> {
    let path = path_arg(m, 0)?;
    std::fs::metadata(path).map_err(|error| io_error(m, "access", 0, &error))
}

fn size_file(m: &mut Machine) -> Outcome {
    let size = metadata(m)?.len();
    let size = m.store.heap.put_int(size as i64);
    m.unify_arg(1, size)
}

fn seconds(time: SystemTime) -> f64 {
    time.duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

fn time_file(m: &mut Machine) -> Outcome {
    let time = metadata(m)?.modified().map_or(0.0, seconds);
    let time = m.store.heap.put_float(time);
    m.unify_arg(1, time)
}

fn part_of_path(m: &mut Machine, part: fn(&str) -> &str) -> Outcome {
    let path = name_arg(m, 0)?;
    text::unify(m, 1, part(&path), Form::Atom)
}

fn base_name(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    match trimmed.rfind('/') {
        _ if trimmed.is_empty() => path.get(..1).unwrap_or_default(),
        Some(at) => &trimmed[at + 1..],
        None => trimmed,
    }
}

fn directory_name(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    match trimmed.rfind('/') {
        _ if trimmed.is_empty() && !path.is_empty() => "/",
        Some(0) => "/",
        Some(at) => trimmed[..at].trim_end_matches('/'),
        None => ".",
    }
}

/// `'$file_extension'(Path, Base, Extension)`: fails where a path has none.
fn file_extension(m: &mut Machine) -> Outcome {
    let path = name_arg(m, 0)?;
    let start = path.rfind('/').map_or(0, |at| at + 1);
    match path[start..].rfind('.') {
        Some(at) => Ok(text::unify(m, 1, &path[..start + at], Form::Atom)?
            && text::unify(m, 2, &path[start + at + 1..], Form::Atom)?),
        None => Ok(false),
    }
}

fn working_directory(m: &mut Machine) -> Outcome {
    let mut path = current_directory();
    if !path.ends_with('/') {
        path.push('/');
    }
    text::unify(m, 0, &path, Form::Atom)
}

fn current_directory() -> String {
    std::env::current_dir().map_or_else(|_| ".".into(), |p| p.to_string_lossy().into_owned())
}

/// `'$absolute_path'(Path, Absolute)`: without `.` and `..`, a leading `~` the home folder.
fn absolute_path(m: &mut Machine) -> Outcome {
    let mut name = name_arg(m, 0)?;
    if let Some(rest) = name.strip_prefix('~')
        && (rest.is_empty() || rest.starts_with('/'))
    {
        name = format!("{}{rest}", std::env::var("HOME").unwrap_or_default());
    }
    let mut absolute = PathBuf::new();
    for part in Path::new(&current_directory()).join(name).components() {
        match part {
            Component::ParentDir => {
                absolute.pop();
            }
            Component::CurDir => {}
            part => absolute.push(part),
        }
    }
    text::unify(m, 1, &absolute.to_string_lossy(), Form::Atom)
}

fn directory_files(m: &mut Machine) -> Outcome {
    let path = path_arg(m, 0)?;
    let entries = match std::fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) => return Err(io_error(m, "open", 0, &error)),
    };
    let mut names = vec![".".to_string(), "..".to_string()];
    names.extend(entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()));
    let cells: Vec<Cell> = names.iter().map(|n| Cell::atom(m.atoms.intern(n))).collect();
    unify_list(m, 1, &cells)
}

fn getenv(m: &mut Machine) -> Outcome {
    let name = name_arg(m, 0)?;
    match std::env::var(&name) {
        Ok(value) => text::unify(m, 1, &value, Form::Atom),
        Err(_) => Ok(false),
    }
}

fn get_time(m: &mut Machine) -> Outcome {
    let now = m.store.heap.put_float(seconds(SystemTime::now()));
    m.unify_arg(0, now)
}

fn shell(m: &mut Machine) -> Result<i32, Throw> {
    let command = name_arg(m, 0)?;
    m.text.streams.flush_user();
    match std::process::Command::new("sh").arg("-c").arg(&command).status() {
        Ok(status) => Ok(status.code().unwrap_or(1)),
        Err(_) => {
            let what = m.atoms.intern("shell");
            Err(throw::simple_error(&mut m.store.heap, Atom::RESOURCE_ERROR, what))
        }
    }
}

fn shell_status(m: &mut Machine) -> Outcome {
    let status = shell(m)?;
    m.unify_arg(1, Cell::small(status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_paths() {
        assert_eq!(base_name("/a/b/"), "b");
        assert_eq!(base_name("/"), "/");
        assert_eq!(base_name("aaa/"), "aaa");
        assert_eq!(directory_name("/a/b/"), "/a");
        assert_eq!(directory_name("b"), ".");
        assert_eq!(directory_name("/b"), "/");
    }
}
