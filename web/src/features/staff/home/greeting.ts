/** By the browser's local hour. */
export function greeting(hour: number): string {
  if (hour < 5 || hour >= 17) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}
