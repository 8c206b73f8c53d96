/** Limits of an upload (B88); its type is read from its content. */
export const UPLOAD_MEGABYTES = 5
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Most pixels of an avatar, in millions. */
export const AVATAR_MEGAPIXELS = 16

/** Limits of a CSV file for the import. */
export const IMPORT_MEGABYTES = 10
export const IMPORT_ROWS = 20_000
