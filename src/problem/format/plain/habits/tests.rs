//! Names of files, and the habit that each folder of them follows.

use super::{Reading, order, read};

/// Files, the habit, and the pairs as `CASE INPUT ANSWER`.
#[track_caller]
fn by(files: &[&str], words: &str, expected: &[&str]) {
    let Reading::By(pairing, _) = read(files) else { panic!("{files:?}: {:?}", read(files)) };
    let pairs = pairing.pairs.iter();
    let pairs: Vec<String> =
        pairs.map(|(case, input, answer)| format!("{case} {input} {answer}")).collect();
    assert_eq!(
        (pairing.habit.words, pairs),
        (words, expected.iter().map(|e| (*e).into()).collect())
    );
}

const IN_ANS: &str = "`*.in` with `*.ans`, `*.out` or the like";

#[test]
fn each_habit_is_known_by_its_names() {
    by(&["1.in", "1.out", "a.out"], IN_ANS, &["1 1.in 1.out"]);
    by(&["s/1.in", "s/1.a", "s/notes.a"], IN_ANS, &["s/1 s/1.in s/1.a"]);
    by(&["1.in", "1.res", "2.correct", "2.in"], IN_ANS, &["1 1.in 1.res", "2 2.in 2.correct"]);
    by(&["sample-1.in", "sample-1.out"], IN_ANS, &["sample-1 sample-1.in sample-1.out"]);
    by(&["001.ans", "001.dat"], "`*.dat` with `*.ans`, `*.a` or `*.out`", &["001 001.dat 001.ans"]);
    by(&["01", "01.a", "gen.cpp"], "`*` with `*.a`", &["01 01 01.a"]);
    by(&["01", "01.out", "sum", "sum.out"], "numbers with `*.out`", &["01 01 01.out"]);
    by(&["example.01", "example.01.a"], "`*` with `*.a`", &["example.01 example.01 example.01.a"]);
    by(
        &["input00.txt", "output00.txt", "output.cpp"],
        "`input*` with `output*`",
        &["00 input00.txt output00.txt"],
    );
    by(&["input.txt", "output.txt"], "`input*` with `output*`", &["input input.txt output.txt"]);
    by(&["IN1.TXT", "OUT1.TXT", "index.html"], "`in*` with `out*`", &["1 IN1.TXT OUT1.TXT"]);
    by(&["I.1", "O.1"], "`I.*` with `O.*`", &["1 I.1 O.1"]);
    by(&["DATA11.txt", "OUT11.txt"], "`data*` with `out*`", &["11 DATA11.txt OUT11.txt"]);
    let folders = "a folder of inputs beside one of answers";
    by(&["in/a", "in/b", "out/a", "out/b"], folders, &["a in/a out/a", "b in/b out/b"]);
    by(&["in/b.txt", "out/b.txt"], folders, &["b in/b.txt out/b.txt"]);
    for [inputs, answers] in [["test_input", "test_output"], ["Inputs", "Expected_Outputs"]] {
        let [input, answer] = [format!("{inputs}/1.txt"), format!("{answers}/1.txt")];
        by(&[&input, &answer], folders, &[&format!("1 {input} {answer}")]);
    }
    by(
        &["input/input00.txt", "output/output00.txt"],
        folders,
        &["00 input/input00.txt output/output00.txt"],
    );
    by(&["t/in/abc1a.in", "t/out/abc1a.out"], folders, &["t/abc1a t/in/abc1a.in t/out/abc1a.out"]);
    by(
        &["s1.1.in.txt", "s1.1.out.txt"],
        "names with `in`, and the same with `out`",
        &["s1.1 s1.1.in.txt s1.1.out.txt"],
    );
}

#[test]
fn the_answer_is_the_file_that_says_so() {
    by(&["1.ans", "1.in", "1.out"], IN_ANS, &["1 1.in 1.ans"]);
    let Reading::By(pairing, _) = read(&["1.ans", "1.in", "1.out"]) else { panic!() };
    assert_eq!(pairing.second_answers, ["1.out"]);
}

#[test]
fn two_habits_that_take_other_files_are_doubtful() {
    let files = ["1.in", "1.out", "01", "01.a"];
    assert!(matches!(read(&files), Reading::Doubtful(first, other, ("01", "01.a"))
        if first.habit.words == IN_ANS && other.words == "`*` with `*.a`"));
    // One that leaves an answer over is told as well, by a pair that the first does not have.
    let files = ["1.in", "1.out", "input2.txt", "output2.txt", "output3.txt"];
    assert!(matches!(read(&files), Reading::Doubtful(first, other, ("input2.txt", "output2.txt"))
        if first.habit.words == IN_ANS && other.words == "`input*` with `output*`"));
    let files = ["in/1.in", "out/1.out", "in/2.in", "out/2.out", "1.in", "1.out"];
    assert!(matches!(read(&files), Reading::Doubtful(_, other, ("1.in", "1.out"))
        if other.words == IN_ANS));
    let files = ["1.in", "1.out", "2.in.txt", "2.out.txt"];
    assert!(matches!(read(&files), Reading::Doubtful(_, _, ("2.in.txt", "2.out.txt"))));
    // Of several others, one that leaves nothing over is told.
    let files = ["1.in", "1.out", "input2.txt", "output2.txt", "output3.txt", "in/7", "out/7"];
    assert!(matches!(read(&files), Reading::Doubtful(_, _, ("in/7", "out/7"))));
    // The same files by two habits are not.
    by(&["in.1.in", "in.1.out"], IN_ANS, &["in.1 in.1.in in.1.out"]);
}

#[test]
fn what_looks_like_a_file_of_a_case_is_not_passed_over_without_a_word() {
    #[track_caller]
    fn left(files: &[&str], expected: &[&str]) {
        let Reading::By(_, left) = read(files) else { panic!("{files:?}: {:?}", read(files)) };
        assert_eq!(left, expected, "{files:?}");
    }
    left(&["01", "01.a", "03.out"], &["03.out"]);
    left(&["in/1", "out/1", "2.in"], &["2.in"]);
    // A pair that has a file of a case makes no second set of cases.
    left(&["1.in", "1.ans", "1.in.a"], &["1.in.a"]);
    // Further answers are known, and other files are somebody's.
    left(&["1.in", "1.ans", "1.out", "a.out", "notes.md", "gen.py"], &[]);
    left(&["input1", "output1", "7", "inputs.py"], &[]);
}

#[test]
fn what_is_left_over_breaks_a_habit() {
    let Reading::Broken(Some(pairing)) = read(&["input1", "output1", "output2"]) else { panic!() };
    assert_eq!(pairing.lone_answers, ["output2"]);
    let Reading::Broken(Some(pairing)) = read(&["1.in", "1.ans", "2.ans"]) else { panic!() };
    assert_eq!(pairing.lone_answers, ["2.ans"]);
    assert!(matches!(read(&[]), Reading::Broken(None)));
    assert!(matches!(read(&["1.in", "x.py", "README"]), Reading::Broken(None)));
    // A word for inputs is one where no letter stands beside it.
    for name in [["pin.txt", "pout.txt"], ["a.ink", "a.outk"]] {
        assert!(matches!(read(&name), Reading::Broken(None)), "{name:?}");
    }
    // An ending alone is no answer.
    by(&["01", "01.a", ".a", "x/.a"], "`*` with `*.a`", &["01 01 01.a"]);
    let Reading::By(pairing, _) = read(&["1", "2", "2.a"]) else { panic!() };
    assert_eq!(pairing.unanswered, ["1"]);
}

#[test]
fn cases_stand_as_people_count() {
    let mut names = ["10", "2", "g10/1", "g2/1", "example-3", "sample/2", "sample/10", "sample-1"];
    names.sort_by(|left, right| order(left, right));
    let expected = ["sample/2", "sample/10", "example-3", "sample-1", "2", "10", "g2/1", "g10/1"];
    assert_eq!(names, expected);
}

#[test]
fn what_is_packed_is_no_test() {
    for files in [["0.in.gz", "0.out.gz"], ["in.zip", "out.zip"], ["input1.XZ", "output1.XZ"]] {
        assert!(matches!(read(&files), Reading::Broken(None)), "{files:?}");
    }
}
