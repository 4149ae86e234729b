//! Files, directories, environment and time.

use std::{fs, path::Path, time::SystemTime};

use super::{
    args::{self, unify_list},
    io::permission,
    text::{self, Accept, Form},
};
use crate::{
    cell::Cell,
    machine::{Machine, Native},
    throw::{self, Outcome, Throw},
};

/// The predicates of this file.
pub const NATIVES: &[(&str, usize, Native)] = &[
    ("exists_file", 1, |m| test(m, |path| path.is_file())),
    ("exists_directory", 1, |m| test(m, |path| path.is_dir())),
    ("is_absolute_file_name", 1, |m| test(m, |path| path.is_absolute())),
    ("delete_file", 1, |m| change(m, "delete", "file", |path| fs::remove_file(path))),
    ("make_directory", 1, |m| change(m, "create", "directory", |path| fs::create_dir(path))),
    ("delete_directory", 1, |m| change(m, "delete", "directory", |path| fs::remove_dir(path))),
    ("rename_file", 2, rename),
    ("size_file", 2, size),
    ("time_file", 2, time_of),
    ("directory_files", 2, directory_files),
    ("working_directory", 2, working_directory),
    ("chdir", 1, |m| change(m, "chdir", "directory", |path| std::env::set_current_dir(path))),
    ("tmp_file", 2, tmp_file),
    ("file_base_name", 2, |m| part(m, base_name)),
    ("file_directory_name", 2, |m| part(m, directory_name)),
    ("$file_extension", 3, extension),
    ("$absolute_file", 2, |m| part(m, |path| super::stream::absolute(path).to_string())),
    ("$getenv", 2, getenv),
    ("get_time", 1, get_time),
    ("sleep", 1, sleep),
];

fn path(m: &mut Machine, at: usize) -> Result<String, Throw> {
    let cell = m.arg(at);
    text::want(m, cell, Accept::PLAIN).map(|text| text.to_string())
}

fn test(m: &mut Machine, holds: fn(&Path) -> bool) -> Outcome {
    let path = path(m, 0)?;
    Ok(holds(Path::new(&path)))
}

fn file_error(m: &mut Machine, action: &str, kind: &str, error: &std::io::Error) -> Throw {
    let culprit = m.arg(0);
    if error.kind() == std::io::ErrorKind::NotFound {
        let kind = m.atoms.intern(kind);
        return throw::existence_error(&mut m.store.heap, kind, culprit);
    }
    permission(m, action, kind, culprit)
}

fn change(
    m: &mut Machine,
    action: &str,
    kind: &str,
    run: fn(&Path) -> std::io::Result<()>,
) -> Outcome {
    let path = path(m, 0)?;
    match run(Path::new(&path)) {
        Ok(()) => Ok(true),
        Err(error) => Err(file_error(m, action, kind, &error)),
    }
}

fn rename(m: &mut Machine) -> Outcome {
    let (from, to) = (path(m, 0)?, path(m, 1)?);
    match fs::rename(from, to) {
        Ok(()) => Ok(true),
        Err(error) => Err(file_error(m, "rename", "file", &error)),
    }
}

fn size(m: &mut Machine) -> Outcome {
    let path = path(m, 0)?;
    match fs::metadata(path) {
        Ok(metadata) => {
            let size = m.store.heap.put_int(metadata.len() as i64);
            m.unify_arg(1, size)
        }
        Err(error) => Err(file_error(m, "size", "file", &error)),
    }
}

fn seconds(time: SystemTime) -> f64 {
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0.0, |d| d.as_secs_f64())
}

fn time_of(m: &mut Machine) -> Outcome {
    let path = path(m, 0)?;
    match fs::metadata(path).and_then(|metadata| metadata.modified()) {
        Ok(time) => {
            let time = m.store.heap.put_float(seconds(time));
            m.unify_arg(1, time)
        }
        Err(error) => Err(file_error(m, "time", "file", &error)),
    }
}

fn directory_files(m: &mut Machine) -> Outcome {
    let path = path(m, 0)?;
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) => return Err(file_error(m, "access", "directory", &error)),
    };
    let mut names = vec![".".to_string(), "..".to_string()];
    names.extend(entries.flatten().map(|e| e.file_name().to_string_lossy().into_owned()));
    let cells: Vec<Cell> = names.iter().map(|name| args::atom(m, name)).collect();
    unify_list(m, 1, &cells)
}

fn working_directory(m: &mut Machine) -> Outcome {
    let mut old = std::env::current_dir().map_or("/".into(), |d| d.to_string_lossy().into_owned());
    if !old.ends_with('/') {
        old.push('/');
    }
    if !text::unify(m, 0, &old, Form::Atom)? {
        return Ok(false);
    }
    let new = path(m, 1)?;
    if new == old {
        return Ok(true);
    }
    match std::env::set_current_dir(&new) {
        Ok(()) => Ok(true),
        Err(error) => Err(file_error(m, "chdir", "directory", &error)),
    }
}

fn tmp_file(m: &mut Machine) -> Outcome {
    let base = path(m, 0)?;
    let nanos =
        SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| d.as_nanos());
    let file = std::env::temp_dir().join(format!("pl_{base}_{}_{nanos}", std::process::id()));
    text::unify(m, 1, &file.to_string_lossy(), Form::Atom)
}

fn part(m: &mut Machine, of: fn(&str) -> String) -> Outcome {
    let path = path(m, 0)?;
    text::unify(m, 1, &of(&path), Form::Atom)
}

fn base_name(path: &str) -> String {
    let trimmed = path.trim_end_matches('/');
    match (trimmed.is_empty(), path.is_empty()) {
        (true, false) => "/".to_string(),
        _ => trimmed.rsplit('/').next().unwrap_or_default().to_string(),
    }
}

fn directory_name(path: &str) -> String {
    let trimmed = match path.trim_end_matches('/') {
        "" if path.starts_with('/') => return "/".to_string(),
        trimmed => trimmed,
    };
    match trimmed.rsplit_once('/') {
        Some(("", _)) => "/".to_string(),
        Some((directory, _)) => directory.to_string(),
        None => ".".to_string(),
    }
}

/// `'$file_extension'(+File, -Base, -Extension)`; without one the extension is empty.
fn extension(m: &mut Machine) -> Outcome {
    let path = path(m, 0)?;
    let (base, extension) = match path.rsplit_once('.') {
        Some((base, extension)) if !extension.contains('/') && !base.is_empty() => {
            (base.to_string(), extension.to_string())
        }
        _ => (path.clone(), String::new()),
    };
    Ok(text::unify(m, 1, &base, Form::Atom)? && text::unify(m, 2, &extension, Form::Atom)?)
}

fn getenv(m: &mut Machine) -> Outcome {
    let name = path(m, 0)?;
    if name.is_empty() || name.contains('=') || name.contains('\0') {
        return Ok(false);
    }
    match std::env::var(&name) {
        Ok(value) => text::unify(m, 1, &value, Form::Atom),
        Err(_) => Ok(false),
    }
}

fn get_time(m: &mut Machine) -> Outcome {
    let now = m.store.heap.put_float(seconds(SystemTime::now()));
    m.unify_arg(0, now)
}

fn sleep(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    let Some(number) = m.store.heap.number(cell) else {
        return Err(args::must_be(m, "float", cell));
    };
    m.text.streams.flush_user();
    let seconds = crate::arith::nearest_float(&number);
    if seconds > 0.0 && seconds.is_finite() {
        std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
    }
    Ok(true)
}
