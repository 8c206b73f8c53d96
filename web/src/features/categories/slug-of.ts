/** The part of a category's address that its name suggests (SPEC §4); the server takes dashes from its ends. */
export const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
