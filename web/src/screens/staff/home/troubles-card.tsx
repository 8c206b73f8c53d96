import { staffPaths, type Troubles } from '@mela/contract'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { countLabel } from '../../../lib/format.ts'

/** What keeps the shop from taking money or sending emails, and where the owner mends it. */
export function TroublesCard({ refusing, unopened, unsent }: Troubles) {
  const troubles = refusing.map(name => ({
    text: `${name} does not take the keys of this shop: nobody can pay or be refunded there.`,
    link: { to: staffPaths.settingGroup('payments'), label: `Look at the keys of ${name}` },
  }))
  for (const { provider, refusal } of unopened) {
    const text = `${provider} did not take the last payment that a customer began, and said: “${refusal}”`
    troubles.push({ text, link: { to: staffPaths.settingGroup('payments'), label: `Look at ${provider}` } })
  }
  if (unsent) {
    const text = `${countLabel(unsent.count, 'email')} could not be sent: “${unsent.refusal}”.`
    troubles.push({ text, link: { to: staffPaths.settingGroup('shop'), label: 'Look at the mail server' } })
  }
  if (troubles.length === 0) return null

  return (
    <ul aria-label="Needs your attention" className="grid gap-3 rounded-tile bg-warn-soft p-4 text-warn">
      {troubles.map(({ text, link: { to, label } }) => (
        <li key={label} className="flex gap-3">
          <TriangleAlert className="mt-0.5 size-5 shrink-0" />
          <span className="wrap-anywhere min-w-0">
            <span>{text}</span>{' '}
            <Link to={to} className="font-medium underline underline-offset-3">
              {label}
            </Link>
          </span>
        </li>
      ))}
    </ul>
  )
}
