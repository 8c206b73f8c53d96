/** The suggested slug of a category's name (T176); the server strips dashes from its ends. */
export const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
