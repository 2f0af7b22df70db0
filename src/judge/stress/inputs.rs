//! Where the inputs of a search come from: the package's `[stress]` generator with growing sizes,
//! else its generator rules with fresh seeds, else its own cases with small changes.

use std::path::Path;
use std::time::Instant;

use super::super::generator_rule::{Files, Made, make, sources};
use super::super::set_aside::read;
use super::super::{JudgeFailure, Parts, Runner, Tools};
use super::like::Like;
use super::mutate::mutate;
use super::rounds::{part_tried, place, sizes, sizes_tried};

use crate::problem::{
    Case, Conventions, Generator, GeneratorLimits, GeneratorRule, Group, Leaves, Problem,
    SeedPlace, Stress,
};
use crate::random::SplitMix;
use crate::submission::Program;

/// Inputs for each case before one change more is made at a time.
const A_CASE: usize = 8;
/// Cases that are changed, the smallest ones.
const CASES: usize = 200;
/// Longest case that is changed, in bytes.
const LONGEST_CASE: usize = 1 << 16;
/// Changes tried for one input until one is valid.
const CHANGES: usize = 500;

/// A source of inputs: the input of each number is always the same for a seed.
#[derive(Debug)]
pub struct Inputs {
    kind: Kind,
    /// What inputs are judged as that are made of no case.
    made_like: Like,
}

#[derive(Debug)]
enum Kind {
    /// By generators; `sizes` are those of the steps, where they differ by that.
    Generated {
        programs: Vec<Program>,
        steps: Vec<Step>,
        sizes: Vec<u64>,
    },
    Changed {
        cases: Vec<(Case, Vec<u8>)>,
    },
}

/// One way of making inputs.
#[derive(Debug)]
struct Step {
    /// Which program.
    program: usize,
    /// Its arguments.
    generator: Generator,
    /// The command for people: `generators/stress.rs 4`.
    label: String,
}

impl Step {
    /// By how much a random number is shifted to be a seed: half of the range is for generators that read
    /// a signed number. Those of the family expect numbers below 2^31.
    fn seed_shift(&self) -> u32 {
        match self.generator.seed {
            SeedPlace::InPlaceOf(_) => 33,
            SeedPlace::Last | SeedPlace::Nowhere => 1,
        }
    }

    fn origin(&self, seed: u64) -> String {
        match &self.generator.seed {
            SeedPlace::InPlaceOf(text) => self.label.replace(text, &seed.to_string()),
            SeedPlace::Last | SeedPlace::Nowhere => format!("{} {seed}", self.label),
        }
    }
}

/// An input and how it was made.
pub(super) struct Input {
    pub(super) bytes: Vec<u8>,
    pub(super) origin: String,
    pub(super) like: Like,
}

impl Inputs {
    /// The problem's source of inputs; its generators are built.
    ///
    /// # Errors
    /// [`JudgeFailure::Package`] when it has none, or a generator does not build.
    pub fn of(tools: &Tools<'_>, problem: &Problem, parts: &Parts) -> Result<Self, JudgeFailure> {
        let kind = if let Some(stress) = &problem.stress {
            let (sizes, generators) = sized(stress);
            generated(tools, problem, generators, sizes)?
        } else if let seeded = smallest_first(problem)
            && !seeded.is_empty()
        {
            generated(tools, problem, seeded, Vec::new())?
        } else if parts.validator.is_some() && !problem.cases.is_empty() {
            Kind::Changed { cases: cases(problem)? }
        } else {
            return Err(JudgeFailure::Package(nothing(problem)));
        };
        // Groups of the family tell validators what to expect, and tests lie in this one.
        let group = match problem.additions.conventions {
            Conventions::Own => "",
            Conventions::Kattis => "secret",
        };
        Ok(Self { kind, made_like: Like { group: group.to_owned(), ..Like::default() } })
    }

    /// How much of the source a search has used that came to the input of this number, from 1: a
    /// clause. `None` where there is nothing to tell.
    pub fn used(&self, number: usize) -> Option<String> {
        match &self.kind {
            Kind::Generated { sizes, .. } if !sizes.is_empty() => sizes_tried(sizes, number),
            Kind::Generated { steps, .. } => part_tried(number, steps.len(), "generator rule"),
            Kind::Changed { cases } => part_tried(number, cases.len(), "case"),
        }
    }

    /// A maker of inputs, for one worker, until the deadline.
    pub(super) fn maker<'a>(
        &'a self,
        tools: &'a Tools<'a>,
        parts: &'a Parts,
        root: &'a Group,
        seed: u64,
        deadline: Instant,
    ) -> Result<Maker<'a>, JudgeFailure> {
        let runners = match &self.kind {
            Kind::Generated { programs, .. } => {
                programs.iter().map(|program| tools.open(program)).collect::<Result<_, _>>()?
            }
            Kind::Changed { .. } => Vec::new(),
        };
        Ok(Maker { inputs: self, tools, parts, root, seed, deadline, runners, rejected: None })
    }
}

/// How many changes the input of this number has at most, where so many cases are changed.
fn most_changes(number: usize, cases: usize) -> usize {
    1 + number / (A_CASE * cases)
}

/// Why there is no valid input, and what would make some.
pub(super) fn none_valid(problem: &Problem, why: &str) -> String {
    let slug = &problem.slug;
    let more = match problem.additions.conventions {
        Conventions::Own if problem.format.is_own => format!(
            ": name a generator in the section `[stress]` of its {}",
            problem.layout.settings
        ),
        Conventions::Own => String::new(),
        Conventions::Kattis => {
            ": add a command with `{seed}` to `generators/generators.yaml`".to_owned()
        }
    };
    format!(
        "the validator rejects every input that was tried, the last with: {why}\nsmall changes to the \
         cases of `{slug}` do not lead to valid inputs{more}"
    )
}

/// Why there are no inputs, and what would make some.
fn nothing(problem: &Problem) -> String {
    let slug = &problem.slug;
    let how = match problem.additions.conventions {
        Conventions::Own if problem.format.is_own => format!(
            "name a generator in the section `[stress]` of its {} (without one, jury uses the \
             generator rules, or its cases with small changes if there is a validator)",
            problem.layout.settings
        ),
        Conventions::Own => {
            "its package names no generator that takes a seed (with an input validator, jury uses its \
             cases with small changes)"
                .to_owned()
        }
        Conventions::Kattis => {
            "it needs commands with `{seed}` in `generators/generators.yaml`, or an \
                                input validator, by which its cases with small changes are used"
                .to_owned()
        }
    };
    format!("no way to generate inputs for `{slug}`: {how}")
}

/// The arguments of each size, the smallest first; with the sizes, where they are among the arguments.
fn sized(stress: &Stress) -> (Vec<u64>, Vec<Generator>) {
    let arguments = |size: u64| {
        stress.arguments.iter().map(move |argument| argument.replace("{size}", &size.to_string()))
    };
    let mut sizes = sizes(stress.smallest, stress.largest);
    let mut generators: Vec<Generator> = sizes
        .iter()
        .map(|&size| Generator {
            source: stress.generator.clone(),
            along: Vec::new(),
            arguments: arguments(size).collect(),
            seed: SeedPlace::Last,
            leaves: Leaves::Nothing,
            tries: 1,
            limits: GeneratorLimits::default(),
        })
        .collect();
    generators.dedup();
    if generators.len() < sizes.len() {
        sizes.clear();
    }
    (sizes, generators)
}

/// The generators of generator rules that make another input of each seed, in order of the first input of each.
fn smallest_first(problem: &Problem) -> Vec<Generator> {
    let mut generator_rules: Vec<&GeneratorRule> = problem.generator_rules.iter().collect();
    generator_rules.sort_by_key(|generator_rule| {
        let first = generator_rule.cases.first().map(|case| &case.name);
        let case = problem.cases.iter().find(|case| Some(&case.name) == first)?;
        std::fs::metadata(&case.input).ok().map(|file| file.len())
    });
    let generators = generator_rules.into_iter().filter_map(GeneratorRule::generator);
    generators.filter(|generator| generator.seed != SeedPlace::Nowhere).cloned().collect()
}

fn generated(
    tools: &Tools<'_>,
    problem: &Problem,
    generators: Vec<Generator>,
    sizes: Vec<u64>,
) -> Result<Kind, JudgeFailure> {
    let mut built: Vec<Vec<&Path>> = Vec::new();
    let mut programs = Vec::new();
    let mut places = Vec::new();
    for generator in &generators {
        let wanted = sources(generator);
        let known = built.iter().position(|sources| *sources == wanted);
        if known.is_none() {
            programs.push(tools.build_part(tools.generator(problem, generator)?)?);
            built.push(wanted);
        }
        places.push(known.unwrap_or(programs.len() - 1));
    }
    let label = |generator: &Generator| {
        let source = generator.source.strip_prefix(&problem.folder).unwrap_or(&generator.source);
        let mut words = vec![source.display().to_string()];
        words.extend(generator.arguments.iter().cloned());
        words.join(" ")
    };
    let labels: Vec<String> = generators.iter().map(label).collect();
    let steps = generators
        .into_iter()
        .zip(places)
        .zip(labels)
        .map(|((generator, program), label)| Step { program, generator, label })
        .collect();
    Ok(Kind::Generated { programs, steps, sizes })
}

fn cases(problem: &Problem) -> Result<Vec<(Case, Vec<u8>)>, JudgeFailure> {
    let mut cases = Vec::new();
    for case in &problem.cases {
        cases.push((case.clone(), read(&case.input)?));
    }
    cases.sort_by_key(|(_, bytes)| bytes.len());
    let short = cases.iter().filter(|(_, bytes)| bytes.len() <= LONGEST_CASE).count();
    cases.truncate(short.clamp(1, CASES));
    Ok(cases)
}

/// Makes inputs: the source with warm slots for its generators.
pub(super) struct Maker<'a> {
    inputs: &'a Inputs,
    tools: &'a Tools<'a>,
    parts: &'a Parts,
    root: &'a Group,
    seed: u64,
    /// When no second change is tried.
    deadline: Instant,
    runners: Vec<Box<dyn Runner>>,
    /// Why the validator rejected the last input that it did.
    rejected: Option<String>,
}

impl Maker<'_> {
    /// Why the validator rejected the last input that it did.
    pub(super) fn rejected(self) -> Option<String> {
        self.rejected
    }

    /// The input of this number, from 0; `None` where nothing valid came of it.
    pub(super) fn make(&mut self, number: usize) -> Result<Option<Input>, JudgeFailure> {
        let mut random = SplitMix::of(self.seed, number);
        match &self.inputs.kind {
            Kind::Generated { programs, steps, .. } => {
                let step = &steps[place(number, steps.len())];
                let runner = self.runners[step.program].as_mut();
                let seed = random.next() >> step.seed_shift();
                let program = &programs[step.program];
                let origin = step.origin(seed);
                match make(runner, program, &step.generator, seed, self.tools.interrupt)? {
                    Made::Files(Files { input: bytes, .. }) => {
                        let like = self.inputs.made_like.clone();
                        self.expect_valid(&bytes, &like, &origin)?;
                        Ok(Some(Input { bytes, origin, like }))
                    }
                    Made::Failed(why) => Err(JudgeFailure::Package(format!("{origin}: {why}"))),
                }
            }
            Kind::Changed { cases } => {
                let (case, bytes) = &cases[place(number, cases.len())];
                let most = most_changes(number, cases.len());
                let like = Like { group: case.group.clone(), settings: case.settings.clone() };
                for change in 0..CHANGES {
                    let is_late = change > 0 && Instant::now() >= self.deadline;
                    if is_late || self.tools.interrupt.is_set() {
                        break;
                    }
                    let bytes = mutate(bytes, most, &mut random);
                    let Some(why) = self.fault(&bytes, &like)? else {
                        let origin = format!("{} with changes", case.name);
                        return Ok(Some(Input { bytes, origin, like }));
                    };
                    self.rejected = Some(why);
                }
                Ok(None)
            }
        }
    }

    fn expect_valid(&self, input: &[u8], like: &Like, origin: &str) -> Result<(), JudgeFailure> {
        match self.fault(input, like)? {
            None => Ok(()),
            Some(why) => {
                Err(JudgeFailure::Package(format!("{origin} generates an invalid input: {why}")))
            }
        }
    }

    fn fault(&self, input: &[u8], like: &Like) -> Result<Option<String>, JudgeFailure> {
        let Some(validator) = &self.parts.validator else { return Ok(None) };
        let terms = like.validator_terms(self.root);
        Ok(validator
            .validate(input, terms)?
            .map(|invalid| invalid.to_string().trim_start().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stress(argument: &str) -> Stress {
        Stress {
            generator: "/p/g.py".into(),
            arguments: vec![argument.to_owned()],
            smallest: 1,
            largest: 4,
        }
    }

    #[test]
    fn sizes_count_where_they_are_among_the_arguments() {
        let (all, generators) = sized(&stress("n={size}"));
        assert_eq!(all, sizes(1, 4));
        let words: Vec<String> = generators.into_iter().flat_map(|own| own.arguments).collect();
        assert_eq!(words, all.iter().map(|size| format!("n={size}")).collect::<Vec<_>>());
        let (none, generators) = sized(&stress("n"));
        assert!(none.is_empty());
        assert_eq!(generators.len(), 1);
    }

    #[test]
    fn seeds_are_as_large_as_generators_can_read() {
        let (_, generators) = sized(&stress("n"));
        for (place, most) in [
            (SeedPlace::Last, u64::MAX / 2),
            (SeedPlace::InPlaceOf("{seed}".to_owned()), u64::from(u32::MAX / 2)),
        ] {
            let generator = Generator { seed: place, ..generators[0].clone() };
            let step = Step { program: 0, generator, label: String::new() };
            assert_eq!(u64::MAX >> step.seed_shift(), most);
        }
    }

    #[test]
    fn how_much_was_tried_is_told_in_words_of_the_source() {
        let (_, generators) = sized(&stress("n"));
        let step = || Step { program: 0, generator: generators[0].clone(), label: String::new() };
        let generated = |steps, sizes| Kind::Generated { programs: Vec::new(), steps, sizes };
        let case = Case::of("secret/1");
        for (kind, words) in [
            (generated(vec![step(), step()], vec![1, 4]), "sizes 1 to 1 of 1 to 4 were tried"),
            (generated(vec![step(), step()], Vec::new()), "1 of 2 generator rules were tried"),
            (Kind::Changed { cases: vec![(case, Vec::new()); 3] }, "1 of 3 cases were tried"),
        ] {
            let inputs = Inputs { kind, made_like: Like::default() };
            assert_eq!(inputs.used(1).as_deref(), Some(words));
        }
    }

    #[test]
    fn inputs_have_more_changes_the_longer_a_search_is() {
        let found = [0, 23, 24, 47, 48].map(|number| most_changes(number, 3));
        assert_eq!(found, [1, 1, 2, 2, 3]);
    }
}
