/** A category in a menu; `picture` is undefined until it is loaded. */
export interface MenuCategory {
  name: string
  slug: string
  count: number
  picture?: { url: string; hasAvif?: boolean } | null
  children?: readonly MenuCategory[] | undefined
}

/** A popover below its button in the header; it stays there when the page scrolls, because the header is sticky. */
export const panelClass = 'menu-panel below-header'

export const menuItemClass =
  'type-ui flex min-h-11 w-full items-center rounded-control px-3 text-left transition-colors hover:bg-ink/6'
