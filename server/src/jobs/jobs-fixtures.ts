/** Workers that leave everything as it is. */
export const idle = {
  letters: async () => {},
  payments: async () => {},
  imports: async () => {},
  reconciling: async () => {},
  cleaning: async () => {},
}
