/** The message is the sentence for the uploader. */
export class UnfitPicture extends Error {}

/** The picture needs more memory than there is, or ends the process that decodes it. */
export const notPrepared = 'This picture could not be prepared. Please choose another one.'
