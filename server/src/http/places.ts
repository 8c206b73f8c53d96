import { TooManyError } from './errors.ts'

const RETRY_SECONDS = 10

/** Lets so many at a time do what takes much of this instance; further ones are refused with `whenFull`. */
export function openPlaces(most: number, whenFull: string) {
  let taken = 0

  /** Answers how to give the place back. */
  function take(): () => void {
    if (taken >= most) throw new TooManyError(whenFull, RETRY_SECONDS)
    taken++
    return () => void taken--
  }

  return {
    take,
    async hold<Result>(work: () => Promise<Result>): Promise<Result> {
      const leave = take()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
