/** For `catch`: what is not there is undefined, every other failure stays one. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** For `catch`: what is there already need not be made. */
export function ignoreExisting(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error
}
