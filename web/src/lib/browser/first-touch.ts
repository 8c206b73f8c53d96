const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll']

let touched: Promise<void> | undefined

/** Resolves with the first input or scroll on the page. */
export function firstTouch(): Promise<void> {
  touched ??= new Promise(resolve => {
    const controller = new AbortController()
    const { signal } = controller
    const onSign = (event: Event) => {
      // Browsers also fire `pointermove`, without movement, when a page appears below a mouse at rest.
      if (event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY) return
      controller.abort()
      resolve()
    }
    for (const sign of SIGNS) addEventListener(sign, onSign, { signal, passive: true, capture: true })
  })
  return touched
}
