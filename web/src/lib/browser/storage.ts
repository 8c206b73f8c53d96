import { useSyncExternalStore } from 'react'

export interface Store<Value> {
  get(): Value
  /** False when the browser refuses to keep it; then nothing has changed. */
  set(value: Value): boolean
  /** Calls back when the value may have changed, here or in another tab; answers how to stop that. */
  subscribe(listener: () => void): () => void
  /** The value in a component; on the server and while hydrating it is the empty one. */
  use(): Value
}

/**
 * A value kept in local storage and in step over all tabs. `parse` gets whatever was stored and answers undefined for
 * what it cannot trust, which then counts as empty.
 */
export function createStore<Value>(
  key: string,
  empty: Value,
  parse: (stored: unknown) => Value | undefined,
): Store<Value> {
  const listeners = new Set<() => void>()
  let known: { text: string | null; value: Value } | undefined

  function read(text: string | null): Value {
    if (text === null) return empty
    try {
      return parse(JSON.parse(text)) ?? empty
    } catch {
      return empty
    }
  }

  function get(): Value {
    const text = storedText(key)
    if (!known || known.text !== text) known = { text, value: read(text) }
    return known.value
  }

  function subscribe(listener: () => void) {
    const onStorage = (event: StorageEvent) => (event.key === key || event.key === null) && listener()
    listeners.add(listener)
    addEventListener('storage', onStorage)
    // A page that the browser kept in memory has missed the events in between.
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
      const text = JSON.stringify(value)
      try {
        localStorage.setItem(key, text)
      } catch {
        return false
      }
      known = { text, value }
      for (const listener of listeners) listener()
      return true
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get, () => empty),
  }
}

/** Some browsers forbid storage altogether; that is the same as an empty one. */
function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
