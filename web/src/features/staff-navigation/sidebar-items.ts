import {
  CreditCard,
  Image,
  LayoutDashboard,
  type LucideIcon,
  MessageCircleWarning,
  Package,
  Shirt,
  Tags,
  Users,
} from 'lucide-react'
import { paths } from '../../lib/paths.ts'
import { staffPaths } from '../../lib/staff-paths.ts'

interface SidebarItem {
  label: string
  /** Where it leads. */
  to: string
  /** What all pages of the section begin with. */
  section: string
  icon: LucideIcon
}

/** The eight sections (SPEC §2). */
export const sidebarItems: SidebarItem[] = [
  { label: 'Dashboard', to: paths.dashboard, section: paths.dashboard, icon: LayoutDashboard },
  { label: 'Orders', to: staffPaths.orders, section: staffPaths.orders, icon: Package },
  { label: 'Payments', to: staffPaths.payments, section: staffPaths.payments, icon: CreditCard },
  { label: 'Products', to: staffPaths.products, section: staffPaths.products, icon: Shirt },
  { label: 'Categories', to: staffPaths.categories, section: staffPaths.categories, icon: Tags },
  { label: 'Customers', to: staffPaths.customers, section: staffPaths.customers, icon: Users },
  { label: 'Media', to: staffPaths.media, section: staffPaths.media, icon: Image },
  { label: 'Disputes', to: staffPaths.disputes, section: staffPaths.disputes, icon: MessageCircleWarning },
]
