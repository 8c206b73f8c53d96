import { Dialog } from '../../../ui/dialog.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { screens } from './palette-places.ts'
import { areShortcutsOn } from './use-shortcuts.ts'

const others: [keys: string[], what: string][] = [
  [['Ctrl', 'K'], 'Search everything'],
  [['/'], 'Search this list'],
  [['n'], 'New product'],
  [['?'], 'This help'],
]

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const keyed = screens.flatMap(({ label, key }) => (key ? [[['g', key], label] as [string[], string]] : []))

  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {[...others, ...keyed].map(([keys, what]) => (
          <div key={what} className="flex min-h-10 items-center justify-between gap-4 border-line border-b">
            <dt>{what}</dt>
            <dd className="flex gap-1">
              {keys.map(key => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-[5px] border border-line bg-paper px-1.5 text-center text-ink-2 text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex items-center justify-between gap-4">
        <p>
          Single letters
          <span className="type-small block text-ink-2">Ctrl K, or ⌘ K, works either way.</span>
        </p>
        <Switch label="Single letters" checked={areShortcutsOn.use()} onChange={areShortcutsOn.set} />
      </div>
    </Dialog>
  )
}
