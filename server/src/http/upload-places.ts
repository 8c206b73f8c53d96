import { TooManyError } from './errors.ts'

const RETRY_SECONDS = 10

/**
 * Lets so many uploads of a kind in at a time; each holds its file in memory until it is done. Further ones are refused
 * before they are read.
 */
export function uploadPlaces(most: number) {
  let taken = 0
  return async function inPlace<Result>(work: () => Promise<Result>): Promise<Result> {
    if (taken >= most) {
      throw new TooManyError('The shop is busy with other pictures. Please try again in a moment.', RETRY_SECONDS)
    }
    taken++
    try {
      return await work()
    } finally {
      taken--
    }
  }
}
