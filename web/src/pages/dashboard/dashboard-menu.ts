import { createContext } from 'react'

/** What every section's header offers on small screens, where the sidebar is out of sight. */
export const DashboardMenu = createContext({ openMenu: () => {}, openPalette: () => {} })
