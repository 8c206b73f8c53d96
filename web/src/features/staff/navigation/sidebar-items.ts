import { paths, staffPaths } from '@mela/contract'
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

interface SidebarItem {
  label: string
  /** Path prefix of the section's pages. */
  section: string
  icon: LucideIcon
}

/** The eight sections. */
export const sidebarItems: SidebarItem[] = [
  { label: 'Dashboard', section: paths.dashboard, icon: LayoutDashboard },
  { label: 'Orders', section: staffPaths.orders, icon: Package },
  { label: 'Payments', section: staffPaths.payments, icon: CreditCard },
  { label: 'Products', section: staffPaths.products, icon: Shirt },
  { label: 'Categories', section: staffPaths.categories, icon: Tags },
  { label: 'Customers', section: staffPaths.customers, icon: Users },
  { label: 'Media', section: staffPaths.media, icon: Image },
  { label: 'Disputes', section: staffPaths.disputes, icon: MessageCircleWarning },
]
