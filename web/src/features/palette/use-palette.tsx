import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useShortcuts } from './use-shortcuts.ts'

const PaletteDialog = lazy(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }))
const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help.tsx')).ShortcutHelp }))

/** The palette and the help, their keys included; their code comes when somebody asks for them. */
export function usePalette(): { openPalette: () => void; openHelp: () => void; palette: ReactNode } {
  const [open, setOpen] = useState<'palette' | 'help'>()
  const openPalette = () => setOpen('palette')
  const openHelp = () => setOpen('help')
  const close = () => setOpen(undefined)
  useShortcuts({ onSearch: openPalette, onHelp: openHelp })

  const palette = (
    <Suspense>
      {open === 'palette' && <PaletteDialog onClose={close} />}
      {open === 'help' && <ShortcutHelp onClose={close} />}
    </Suspense>
  )
  return { openPalette, openHelp, palette }
}
