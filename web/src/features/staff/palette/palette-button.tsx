import { Search } from 'lucide-react'

/** Opens the palette, and shows its keyboard shortcut. */
export function PaletteButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
      className="flex min-h-10 items-center gap-3 rounded-control border border-line bg-paper px-3 text-left text-ink-2 transition-colors hover:border-edge hover:text-ink pointer-coarse:min-h-11"
    >
      <Search className="size-4.5" />
      <span className="grow">Search</span>
      <span
        aria-hidden="true"
        className="type-small rounded-[5px] border border-line bg-surface px-1.5 pointer-coarse:hidden"
      >
        {isMac() ? '⌘ K' : 'Ctrl K'}
      </span>
    </button>
  )
}

const isMac = () => navigator.userAgent.includes('Mac')
