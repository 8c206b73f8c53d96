import { useSyncExternalStore } from 'react'

export interface Store<Value> {
  get(): Value
  /** False when the browser stores nothing: the value then lives until the page is left. */
  set(value: Value): boolean
  /** Calls back when the value may have changed, in this tab or another; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
  /** The value in a component; the empty value on the server and while hydrating. */
  use(): Value
}

/**
 * A value in local storage, synchronised over all tabs. `parse` gets the stored text and answers undefined for an
 * invalid one, which counts as empty; `stored` answers what of a value is stored.
 */
export function createStore<Value>(
  key: string,
  empty: Value,
  parse: (stored: unknown) => Value | undefined,
  stored: (value: Value) => unknown = value => value,
): Store<Value> {
  const listeners = new Set<() => void>()
  let known: { text: string | null; value: Value } | undefined
  /** The text that the browser refused to store. */
  let unstored: string | undefined

  function read(text: string | null): Value {
    if (text === null) return empty
    try {
      return parse(JSON.parse(text)) ?? empty
    } catch {
      return empty
    }
  }

  function get(): Value {
    const text = unstored ?? attempt(() => localStorage.getItem(key))
    if (!known || known.text !== text) known = { text, value: read(text) }
    return known.value
  }

  function subscribe(listener: () => void) {
    const onStorage = (event: StorageEvent) => (event.key === key || event.key === null) && listener()
    listeners.add(listener)
    addEventListener('storage', onStorage)
    // A page restored from the back-forward cache has missed the events in between.
    addEventListener('pageshow', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', onStorage)
      removeEventListener('pageshow', listener)
    }
  }

  return {
    get,
    set(value) {
      const text = JSON.stringify(stored(value))
      try {
        localStorage.setItem(key, text)
        unstored = undefined
      } catch {
        unstored = text
      }
      known = { text, value }
      for (const listener of listeners) listener()
      return unstored === undefined
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get, () => empty),
  }
}

/** A text that this tab keeps over full page loads; it is lost where the browser stores nothing. */
export function createTabText(key: string) {
  const get = () => attempt(() => sessionStorage.getItem(key))
  const set = (text: string) => attempt(() => sessionStorage.setItem(key, text))

  function take(): string | null {
    const text = get()
    attempt(() => sessionStorage.removeItem(key))
    return text
  }
  return { get, set, take }
}

/** A message for the page that a full load opens next. */
export const messageAfterLoad = createTabText('mela.said')

/** Some browsers disable storage; that counts as empty. */
function attempt<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch {
    return null
  }
}
