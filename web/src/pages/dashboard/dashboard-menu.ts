import { createContext } from 'react'

/** Menu button of a section's header on small screens, where the sidebar is hidden. */
export const DashboardMenu = createContext({ openMenu: () => {}, openPalette: () => {} })
