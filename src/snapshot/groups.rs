//! Many differences, by their cause.

use super::cause::Cause;

/// Differences that have one cause.
#[derive(Debug, Clone)]
pub struct Group<T> {
    /// The name of the cause.
    pub slug: String,
    /// The cause, with all that its members tell.
    pub cause: Cause,
    /// Where it shows, the first one first.
    pub members: Vec<T>,
}

/// Puts differences with one cause together, those that show most often first.
pub fn grouped<T>(differences: impl IntoIterator<Item = (Cause, T)>) -> Vec<Group<T>> {
    let mut groups: Vec<Group<T>> = Vec::new();
    for (cause, member) in differences {
        let slug = cause.slug();
        match groups.iter_mut().find(|group| group.slug == slug) {
            Some(group) => {
                group.cause.add(&cause);
                group.members.push(member);
            }
            None => groups.push(Group {
                slug,
                cause,
                members: vec![member],
            }),
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.members.len()));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_of_endings_says_only_what_is_true_of_all() {
        let ending = |was: &str, is: &str| Cause::Ending {
            was: was.to_owned(),
            is: is.to_owned(),
        };
        let groups = grouped([
            (ending("the round ended (left wins, hit)", "it goes on"), 1),
            (ending("the round ended (right wins, hit)", "it goes on"), 2),
        ]);
        assert_eq!(groups.len(), 1);
        let told = groups[0].cause.to_string();
        assert_eq!(told, "it goes on where the round ended before");
    }

    #[test]
    fn the_biggest_group_comes_first_and_names_what_all_of_it_lost() {
        let lost = |text: &str| Cause::Legal {
            lost: vec![text.to_owned()],
            gained: Vec::new(),
        };
        let groups = grouped([
            (Cause::Chance, 1),
            (lost("go 1"), 2),
            (lost("go 2"), 3),
            (lost("go 1"), 4),
        ]);
        let told: Vec<(String, Vec<i32>)> = groups
            .into_iter()
            .map(|group| (group.cause.to_string(), group.members))
            .collect();
        let both = "`go 1` and `go 2` are no longer legal".to_owned();
        let chance = "other cards or numbers come".to_owned();
        assert_eq!(told, [(both, vec![2, 3, 4]), (chance, vec![1])]);
    }
}
