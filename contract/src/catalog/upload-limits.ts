/** Large phones make pictures of this size. */
export const UPLOAD_MEGABYTES = 20
export const UPLOAD_MEGAPIXELS = 64

export const AVATAR_MEGABYTES = 5
export const AVATAR_MEGAPIXELS = 16

export const IMPORT_MEGABYTES = 10
export const IMPORT_ROWS = 20_000
