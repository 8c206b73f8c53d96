/** What an id of PayPal's, or of the emulator's, may consist of; others would change the path that is asked for. */
export const possibleId = /^(?!\.{1,2}$)[\w.~-]+$/
