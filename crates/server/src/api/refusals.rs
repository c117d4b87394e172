//! Errors that every operation can answer with, in the API's description.

use utoipa::openapi::{Content, OpenApi, Ref, ResponseBuilder};

const REFUSALS: [(&str, &str); 7] = [
    ("400", "The request cannot be understood"),
    ("401", "The server wants a key, or does not know this one"),
    ("403", "The key may not do this, or another site's page sent the request"),
    ("413", "More was sent than may be"),
    ("429", "Too many requests; Retry-After says when to try again"),
    ("500", "The server's own fault; its log says why"),
    ("503", "The server is ending, or lacks what the request needs"),
];

/// Adds the errors that an operation does not speak of itself.
pub fn describe(description: &mut OpenApi) {
    for (address, path) in &mut description.paths.paths {
        // Clients of OpenAI's API read errors of their own form.
        let form = if address.starts_with("/v1/") { "OpenAiError" } else { "Error" };
        let operations =
            [&mut path.get, &mut path.put, &mut path.post, &mut path.delete, &mut path.patch];
        for operation in operations.into_iter().flatten() {
            for (status, when) in REFUSALS {
                let body = Content::new(Some(Ref::from_schema_name(form)));
                let refusal = ResponseBuilder::new()
                    .description(when)
                    .content("application/json", body)
                    .build();
                let known = &mut operation.responses.responses;
                known.entry(status.to_owned()).or_insert_with(|| refusal.into());
            }
        }
    }
}
