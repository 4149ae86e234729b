//! Loads a file and runs a goal: `run FILE GOAL`.
use pencilmark_prolog::machine::Machine;

fn main() {
    let mut args = std::env::args().skip(1);
    let (file, goal) = (args.next().unwrap_or_default(), args.next().unwrap_or_default());
    let start = std::time::Instant::now();
    let mut machine = Machine::new();
    if std::env::var("TIME").is_ok() {
        eprintln!("start {:?}", start.elapsed());
    }
    if !file.is_empty() {
        let text = std::fs::read_to_string(&file).expect("file");
        if let Err(throw) = machine.consult_text(&file, &text) {
            machine.text.streams.flush_all();
            if let pencilmark_prolog::throw::Throw::Halt(status) = throw {
                std::process::exit(status);
            }
            eprintln!("{throw:?}");
        }
    }
    let answers = machine.run_text(&goal, 10);
    machine.text.streams.flush_all();
    match answers {
        Ok(answers) => {
            for answer in answers {
                println!("{answer}");
            }
        }
        Err(text) => println!("error: {text}"),
    }
    if std::env::var("TIME").is_ok() {
        eprintln!("total {:?}, {} inferences", start.elapsed(), machine.inferences);
    }
}
