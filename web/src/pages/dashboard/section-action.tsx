import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { buttonClass } from '../../ui/buttons/button-class.ts'

interface SectionActionProps {
  label: string
  icon: LucideIcon
  /** A page of the shop. */
  to?: string
  /** Another site, in a new tab. */
  href?: string
  onClick?: () => void
  /** Less prominent, for an action beside a more frequent one. */
  isQuiet?: boolean
}

/** A link or button with icon and label; on small screens with the icon alone. */
export function SectionAction({ label, icon: Icon, to, href, onClick, isQuiet }: SectionActionProps) {
  const className = buttonClass({
    variant: isQuiet ? 'outline' : 'default',
    size: 40,
    className: 'max-sm:w-11 max-sm:px-0!',
  })
  const content = (
    <>
      <Icon className="size-4.5" />
      <span className="max-sm:sr-only">{label}</span>
    </>
  )
  if (to !== undefined) {
    return (
      <Link to={to} className={className}>
        {content}
      </Link>
    )
  }
  if (href !== undefined) {
    return (
      <a href={href} target="_blank" rel="noopener" className={className}>
        {content}
      </a>
    )
  }
  return (
    <button type="button" onClick={onClick} className={className}>
      {content}
    </button>
  )
}
