const HOVER_MS = 60

/** Loads pages before they are opened, from now on: those of links that are hovered, focused or touched. */
export function prefetchOnIntent(load: (path: string) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined

  const reach = (delay: number) => (event: Event) => {
    clearTimeout(timer)
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || link.origin !== location.origin || link.target) return
    const path = link.pathname + link.search
    if (path !== location.pathname + location.search) timer = setTimeout(load, delay, path)
  }
  document.addEventListener('pointerover', reach(HOVER_MS))
  document.addEventListener('focusin', reach(0))
  document.addEventListener('touchstart', reach(0), { passive: true })
}
