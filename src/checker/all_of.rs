//! Several validators of one package as one.

use jury_checkers::Invalid;

use super::external::External;
use super::{PartFailure, Validator};

/// Validators of one package: an input is valid where all accept it.
#[derive(Debug)]
pub struct AllOf(pub Vec<External>);

impl Validator for AllOf {
    fn validate(&self, input: &[u8]) -> Result<Option<Invalid>, PartFailure> {
        self.validate_with(input, &[])
    }

    fn validate_with(
        &self,
        input: &[u8],
        arguments: &[String],
    ) -> Result<Option<Invalid>, PartFailure> {
        let Self(all) = self;
        for validator in all {
            if let Some(invalid) = validator.validate_with(input, arguments)? {
                return Ok(Some(invalid));
            }
        }
        Ok(None)
    }
}
