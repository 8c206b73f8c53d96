/** The characters of ids of PayPal and the emulator; others would change the request's path. */
export const possibleId = /^(?!\.{1,2}$)[\w.~-]+$/
