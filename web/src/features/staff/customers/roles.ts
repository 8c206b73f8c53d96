import type { Role } from '@mela/contract'

/** The rights of each role, in ascending order. */
export const roleTexts: Record<Role, { name: string; may: string }> = {
  customer: { name: 'Customer', may: 'Shops: orders, addresses and reviews of their own.' },
  manager: { name: 'Manager', may: 'Shops like a customer. The dashboard stays closed to them.' },
  admin: { name: 'Admin', may: 'Runs the shop: everything in the dashboard, and other people’s accounts and roles.' },
}
