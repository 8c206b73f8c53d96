import { paths, staffPaths } from '@mela/contract'
import { FileText, MessageSquareText, ScrollText, Settings } from 'lucide-react'
import { Link } from 'react-router'
import { useShop } from '../../../lib/shop.ts'
import type { Elements } from '../../../ui/layout/elements.ts'
import { Wordmark } from '../../../ui/layout/wordmark.tsx'
import { sidebarItems } from './sidebar-items.ts'
import { SidebarLink } from './sidebar-link.tsx'
import { UserCard } from './user-card.tsx'

interface SidebarProps {
  /** Number of new items by the section's path. */
  counts?: Record<string, number>
  /** Shown under the wordmark, such as a search. */
  children?: Elements
  onLogout: () => void
}

/** The dashboard's eight sections, further links, and the signed-in member of staff. */
export function Sidebar({ counts = {}, children, onLogout }: SidebarProps) {
  const shop = useShop()
  return (
    <div className="flex min-h-full flex-col gap-4">
      <Link to={paths.home} aria-label={`${shop.name}, home`} className="flex min-h-11 items-center self-start px-3">
        <Wordmark shop={shop} />
      </Link>
      {children}
      <nav aria-label="Dashboard" className="grid gap-0.5">
        {sidebarItems.map(item => (
          <SidebarLink key={item.label} {...item} count={counts[item.section]} />
        ))}
      </nav>
      <nav aria-label="More" className="grid gap-0.5 border-line border-t pt-4">
        <SidebarLink
          label="Reviews"
          section={staffPaths.reviews}
          icon={MessageSquareText}
          count={counts[staffPaths.reviews]}
          counted="waiting"
        />
        <SidebarLink label="Pages" section={staffPaths.pages} icon={FileText} />
        <SidebarLink label="Settings" section={staffPaths.settings} icon={Settings} />
        <SidebarLink label="Audit log" section={staffPaths.audit} icon={ScrollText} />
      </nav>
      <div className="sticky bottom-0 mt-auto bg-surface pt-2 pb-3">
        <UserCard onLogout={onLogout} />
      </div>
    </div>
  )
}
