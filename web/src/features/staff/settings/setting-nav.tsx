import { SETTING_GROUPS, staffPaths } from '@mela/contract'
import { Link } from 'react-router'

const links = [
  ...Object.entries(SETTING_GROUPS).map(([name, label]) => ({ name, label, to: staffPaths.settingGroup(name) })),
  { name: 'history', label: 'History', to: staffPaths.settingsHistory },
]

/** The groups: a list beside the cards, on small screens rows above them. */
export function SettingNav({ current }: { current: string }) {
  return (
    <nav aria-label="Settings" className="flex flex-wrap gap-1 lg:sticky lg:top-22 lg:grid">
      {links.map(({ name, label, to }) => (
        <Link
          key={name}
          to={to}
          aria-current={name === current ? 'page' : undefined}
          className="flex min-h-10 items-center rounded-control px-3 font-medium text-ink-2 transition-colors hover:bg-ink/6 hover:text-ink aria-[current=page]:bg-info-soft aria-[current=page]:font-semibold aria-[current=page]:text-info pointer-coarse:min-h-11"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
