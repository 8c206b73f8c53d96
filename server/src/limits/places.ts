import { TooManyError } from '../http/errors.ts'

export const RETRY_SECONDS = 10

/**
 * Lets so many at a time do what takes much of this instance, and `mostOfOne` of one owner, such as a network address;
 * further ones are refused with `whenFull`.
 */
export function openPlaces(most: number, whenFull: string, mostOfOne = most) {
  const owners: string[] = []

  /** Answers how to give the place back. */
  function take(owner: string): () => void {
    const own = owners.filter(other => other === owner).length
    if (owners.length >= most || own >= mostOfOne) throw new TooManyError(whenFull, RETRY_SECONDS)
    owners.push(owner)
    return () => void owners.splice(owners.indexOf(owner), 1)
  }

  return {
    take,
    async hold<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
      const leave = take(owner)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
