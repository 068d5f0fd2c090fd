import library from '../dist/library.js'

export const { check, exitCodes, GovError, render } = library
