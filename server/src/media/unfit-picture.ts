/** A picture that the shop does not take; its message is the sentence for the person who sent it. */
export class UnfitPicture extends Error {}

/** It needs more memory than there is, or ends the process that decodes it. */
export const notPrepared = 'This picture could not be prepared. Please choose another one.'
