import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../../lib/browser/lazy-part.tsx'
import { NotLoaded } from '../../../ui/feedback/not-loaded.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const loadPalette = () => import('./palette-dialog.tsx')
const PaletteDialog = lazyPart(async () => (await loadPalette()).PaletteDialog, NotLoaded)
const ShortcutHelp = lazyPart(async () => (await import('./shortcut-help.tsx')).ShortcutHelp, NotLoaded)

/** Palette and help with their shortcuts; their code is not part of the first screen. */
export function usePalette(): { openPalette: () => void; openHelp: () => void; palette: ReactNode } {
  const [open, setOpen] = useState<'palette' | 'help'>()
  const openPalette = () => setOpen('palette')
  const openHelp = () => setOpen('help')
  const close = () => setOpen(undefined)
  // Loads the palette before its first use, because a user who presses Ctrl K continues typing at once.
  useEffect(() => void loadPalette().catch(() => {}), [])
  useShortcuts({ onSearch: openPalette, onHelp: openHelp })

  const palette = (
    <Suspense>
      {open === 'palette' && <PaletteDialog onClose={close} />}
      {open === 'help' && <ShortcutHelp onClose={close} />}
    </Suspense>
  )
  return { openPalette, openHelp, palette }
}
