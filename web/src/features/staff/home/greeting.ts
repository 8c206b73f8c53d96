/** The greeting for an hour of the browser's local time. */
export function greeting(hour: number): string {
  if (hour < 5 || hour >= 17) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}
