import { TooManyError } from '../http/errors.ts'

export const RETRY_SECONDS = 10

/**
 * Limits expensive work of this instance to `most` at a time, and `mostOfOne` per owner, such as a network address;
 * more is refused with `whenFull`.
 */
export function openPlaces(most: number, whenFull: string, mostOfOne = most) {
  const owners: string[] = []

  /** Answers the function that frees the place. */
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
