/**
 * A query by role reads the computed styles of many elements. jsdom compares each element with all rules of its default
 * style sheet, which took a fifth of the time of these tests. Without another style sheet, the values that
 * testing-library reads follow from a few attributes.
 */
const window = typeof document === 'undefined' ? null : document.defaultView
const exact = window?.getComputedStyle
// An earlier test file of the same worker may have replaced the function already.
if (window && exact && exact.name !== 'cheapStyleOf') window.getComputedStyle = cheapStylesOf(exact)

/** Attributes that jsdom's rules for `display` read besides the name of the element, of which SVG has some too. */
const ASKED = ['hidden', 'open', 'popover', 'type']

function cheapStylesOf(exact: typeof getComputedStyle): typeof getComputedStyle {
  const displays = new Map<string, string>()

  function display(element: Element): string {
    // The first of several summaries differs from the others.
    if (hasOwn(element, 'display') || element.localName === 'summary') return exact(element).display
    const { namespaceURI, localName } = element
    const key = [namespaceURI, localName, ...ASKED.map(name => element.getAttribute(name))].join()
    const value = displays.get(key) ?? exact(element).display
    displays.set(key, value)
    return value
  }

  /** An inherited value: `initial` unless an ancestor has a style for it or the attribute `hidden`. */
  function inherited(element: Element, name: string, initial: string): string {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (hasOwn(at, name) || at.hasAttribute('hidden')) return exact(element).getPropertyValue(name)
    }
    return initial
  }

  const known = new Map<string | symbol, (element: Element) => string>([
    ['display', display],
    ['visibility', element => inherited(element, 'visibility', 'visible')],
    ['pointerEvents', element => inherited(element, 'pointer-events', 'auto')],
  ])

  const handler: ProxyHandler<Element> = {
    get(element, name) {
      const cheap = known.get(name)
      if (cheap) return cheap(element)
      if (name === 'getPropertyValue') {
        return (name: string) => known.get(name)?.(element) ?? exact(element).getPropertyValue(name)
      }
      const style = exact(element)
      const value = Reflect.get(style, name)
      return typeof value === 'function' ? value.bind(style) : value
    },
  }

  return function cheapStyleOf(element, pseudo) {
    if (pseudo || !element.isConnected || document.styleSheets.length > 0) return exact(element, pseudo)
    return new Proxy(element, handler) as unknown as CSSStyleDeclaration
  }
}

const hasOwn = (element: Element, name: string) =>
  element.hasAttribute('style') && (element as HTMLElement).style.getPropertyValue(name) !== ''

export {}
