export const textLink = 'font-medium text-ink underline decoration-edge underline-offset-3 hover:decoration-ink'
