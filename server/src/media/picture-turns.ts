import { TooManyError } from '../platform/http/errors.ts'
import { RETRY_SECONDS } from '../platform/limits/places.ts'
import { BUSY_WITH_PICTURES } from './uploads.ts'

/** Staff's pictures come before avatars; a turn that takes too many seconds is refused. */
export function openTurns(seconds: number) {
  const waiting = { picture: new Set<() => void>(), avatar: new Set<() => void>() }
  let isTaken = false

  function wait(queue: Set<() => void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        queue.delete(start)
        reject(new TooManyError(BUSY_WITH_PICTURES, RETRY_SECONDS, 'shop_busy'))
      }, seconds * 1000)
      const start = () => {
        clearTimeout(late)
        queue.delete(start)
        resolve()
      }
      queue.add(start)
    })
  }

  function passOn() {
    const [next] = [...waiting.picture, ...waiting.avatar]
    if (next) next()
    else isTaken = false
  }

  return async function inTurn<Result>(kind: keyof typeof waiting, work: () => Promise<Result>): Promise<Result> {
    if (isTaken) await wait(waiting[kind])
    isTaken = true
    try {
      return await work()
    } finally {
      passOn()
    }
  }
}
