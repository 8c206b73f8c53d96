/** Limits of an uploaded picture, as large phones make it; its type is read from its content. */
export const UPLOAD_MEGABYTES = 20
export const UPLOAD_MEGAPIXELS = 64

export const AVATAR_MEGABYTES = 5
/** Most pixels of an avatar, in millions. */
export const AVATAR_MEGAPIXELS = 16

/** Limits of a CSV file for the import. */
export const IMPORT_MEGABYTES = 10
export const IMPORT_ROWS = 20_000
