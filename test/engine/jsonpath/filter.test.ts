import { describe, expect, it } from 'vitest'
import { walkAll } from '../find-matches.ts'

/** The keys of the items that pass. */
function pass(filter: string, items: unknown, rest: object = {}): string {
  const [found = []] = walkAll([`$.items[?(${filter})]`], { items, ...rest })
  return found.map((match) => match.slice('items|'.length, match.indexOf(' ='))).join()
}

const items = {
  obj: { a: 1, b: { c: 'deep' }, list: ['x', 'y'], in: 'query', empty: '', nil: null },
  text: 'text',
  num: 5,
  yes: true,
  no: false,
  nil: null,
  arr: ['x', 2],
}

describe('a filter', () => {
  it.each([
    ['@', 'obj,text,num,yes,arr'],
    ['!@', 'no,nil'],
    ['@.a', 'obj'],
    ["@['a']", 'obj'],
    ['@.a === 1', 'obj'],
    ['@.a == "1"', 'obj'],
    // A list with one text, such as the type of a schema, equals that text: JavaScript joins it.
    ['@.list == "x,y"', 'obj'],
    ['@ == "x,2"', 'arr'],
    ['@ != "x,2"', 'obj,text,num,yes,no,nil'],
    ['@ == "[object Object]"', 'obj'],
    ['@.b == "deep"', ''],
    ['@.list == @.list && @.list != @.b', 'obj'],
    ['@.nope == @.nil && @.list > "x" && @.list < "y"', 'obj'],
    ['@ + "!" === "x,2!"', 'arr'],
    ['+@ === 5', 'num'],
    ['@.a === "1"', ''],
    ['@.a !== 1', 'text,num,yes,no,nil,arr'],
    ['@ && @.a != 2', 'obj,text,num,yes,arr'],
    ['@.b.c == "deep"', 'obj'],
    ["@.b['c'] == 'deep'", 'obj'],
    ['@.b.nope.never', ''],
    ['@.nil === null', 'obj'],
    ['@.nope === undefined', 'obj,text,num,yes,no,nil,arr'],
    ['@.nope === void 0 && @.a', 'obj'],
    ['@.empty == ""', 'obj'],
    ['@ > 4', 'num'],
    ['@ >= 5 && @ <= 5', 'num'],
    ['@ < 5', 'yes,no,nil'],
    ['@ == 5 || @ == "text"', 'text,num'],
    ['(@ == 5 || @.a) && !@.b', 'num'],
    ['@ + 1 === 6', 'num'],
    ['@ % 2 == 1 && @ * 2 == 10 && @ - 1 == 4 && @ / 5 == 1', 'num'],
    ['-@ === -5', 'num'],
    ['@.length > 1', 'text,arr'],
    ['@.list.length === 2', 'obj'],
    ['@[0] === "x"', 'arr'],
    ['typeof @ === "string"', 'text'],
    ['typeof @ == "object" && @', 'obj,arr'],
    ['@.a ? @.b : @ === 5', 'obj,num'],
    ['@property === "num"', 'num'],
    ['@property.match(/^n/)', 'num,no,nil'],
    ['!@property.match(/^n/)', 'obj,text,yes,arr'],
    ['@property.match("^N") || @property.match(/^N.M$/i)', 'num'],
    ['/^t.*t$/.test(@property)', 'text'],
    ['@property =~ /^te/', 'text'],
    ['@ ~= "^te"', 'text'],
    ['@property in ["num", "yes"]', 'num,yes'],
    ['["num", "yes"].includes(@property)', 'num,yes'],
    ['["num","yes"].indexOf(@property) !== -1', 'num,yes'],
    ['"a" in @', 'obj'],
    ['@.in.match(/^q/)', 'obj'],
    ['@.in && @.in.startsWith("qu") && @.in.endsWith("ry") && @.in.indexOf("e") == 2', 'obj'],
    ['@.in.toUpperCase() == "QUERY"', 'obj'],
    ['@.in.slice(0, 2) == "qu" && @.in.substring(1,3) == "ue" && @.in.charAt(0) == "q"', 'obj'],
    ['@.list.join("-") == "x-y" && @.list.includes("x")', 'obj'],
    ['@.in.split("u").length == 2', 'obj'],
    ['@.in.replace("qu", "s") == "sery" && @.in.replace(/[eu]/g, "o") == "qoory"', 'obj'],
    ['@.in.replaceAll(/[eu]/g, "o") == "qoory" && @.in.replaceAll("e", "a") == "quary"', 'obj'],
    ['@.in.replaceAll(/e/, "a")', ''],
    ['@.in.replace(/q(u)/, "$1") == "uery"', 'obj'],
    ['@.in.localeCompare("query") === 0 && @.in.localeCompare("Query") < 0', 'obj'],
    ['@.in.charCodeAt(0) == 113 && @.in.trimStart() == @.in.trimEnd()', 'obj'],
    ['@.constructor.name === "Array"', 'arr'],
    ['@ && @.constructor.name === "Object"', 'obj'],
    ['@.hasOwnProperty("a")', 'obj'],
    ['Object.keys(@).length === 6', 'obj'],
    ['Array.isArray(@)', 'arr'],
    ['@string()', 'text'],
    ['@number() || @boolean()', 'num,yes,no'],
    ['@object()', 'obj,arr'],
    ['@array()', 'arr'],
    ['@scalar() && !@null()', 'text,num,yes,no'],
    ['@integer()', 'num'],
    ['@.match && @.match(/^te/)', 'text'],
    ['@.match(/^(t+e?)+xt$/)', 'text'],
    ['@.match(/^te(.)t$/)[1] == "x" && @.search(/x/) == 2', 'text'],
    ['@parentProperty == "items" && @ === 5', 'num'],
    ['@root.wanted == @property', 'yes'],
    ['$.wanted === @property', 'yes'],
    ['@.in == "it\\u0073" || @ == \'te\\x\' || @ == "tex\\t"', ''],
  ])('%s: %s', (filter, keys) => {
    expect(pass(filter, items, { wanted: 'yes' })).toBe(keys)
  })

  it.each([
    ['@property > 0', '1,2'],
    ['@property == 0', '0'],
    ['@property.match(/[12]/)', '1,2'],
    ['@.name == "b"', '1'],
    ['@.length', '2'],
  ])('on an array, %s: %s', (filter, keys) => {
    expect(pass(filter, [{ name: 'a' }, { name: 'b' }, ['x']])).toBe(keys)
  })

  it.each([
    '@.__proto__',
    '@.toString',
    '@.valueOf',
    '@.constructor.prototype',
    '@["__proto__"].toString',
    '@.list.map',
  ])('%s reaches nothing that is not there', (filter) => {
    expect(pass(filter, items)).toBe('')
  })

  it('neither runs nor trips over what a document puts under the name of a method', () => {
    const hostile = {
      a: { toString: 1, valueOf: 2, match: 3, includes: 4, constructor: 5, hasOwnProperty: 6 },
    }
    expect(pass('@ == "x" || @ < 1 || @.match(/x/) || @.includes("x") || "x".includes(@)', hostile)).toBe('')
    expect(pass('@.constructor == 5 && @.hasOwnProperty("match")', hostile)).toBe('a')
  })
})
