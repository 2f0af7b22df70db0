//! The sandbox against programs that try it.
use jury::sandbox::*;
use std::path::Path;
#[test]
fn smoke() {
    for level in [Level::Full, Level::Contained] {
        let sandbox = match Sandbox::probe_with(
            Path::new(env!("CARGO_BIN_EXE_jury")),
            Policy::Require(level),
        ) {
            Ok(s) => s,
            Err(e) => {
                eprintln!("{level:?}: {e} {:?}", e);
                continue;
            }
        };
        let mut slot = sandbox.open(&View::default()).unwrap();
        for cmd in [
            "echo hi; id; ls -la / /box /dev /proc /etc; cat /proc/self/mountinfo; ulimit -a",
            "exit 3",
            "kill -9 $$",
            "echo x > /box/f; ls /box",
            "ls -la /box",
            "while :; do :; done",
            "sleep 10",
        ] {
            let job = Job {
                argv: vec!["/bin/sh".into(), "-c".into(), cmd.into()],
                environment: vec![],
                input: Input::Empty,
                limits: jury::limits::Limits {
                    cpu: std::time::Duration::from_millis(300),
                    wall: std::time::Duration::from_secs(1),
                    ..Default::default()
                },
            };
            let t = std::time::Instant::now();
            let run = slot.run(&job, &Interrupt::default()).unwrap();
            println!(
                "{:?} {} ms\n{:?} {:?} {:?} {} {}",
                cmd,
                t.elapsed().as_micros() as f64 / 1000.,
                run.ending,
                run.cpu,
                run.wall,
                run.memory,
                run.refused_processes
            );
            println!(
                "{}{}",
                String::from_utf8_lossy(&run.output),
                String::from_utf8_lossy(&run.errors)
            );
        }
    }
}
