/** The part of a category's address that its name suggests (T176); the server takes dashes from its ends. */
export const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
