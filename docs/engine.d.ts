/** The types of the package: changes are listed in CHANGELOG.md, and removals wait for a major version. */
/** The exit codes of the program: a contract with every pipeline that runs it. */
declare const exitCodes: {
    readonly pass: 0;
    readonly policy: 1;
    readonly usage: 2;
    readonly access: 3;
    readonly unavailable: 4;
    readonly incomplete: 5;
    readonly not_found: 6;
    readonly bug: 70;
    readonly interrupted: 130;
    readonly terminated: 143;
};
type ExitName = keyof typeof exitCodes;
type ErrorKind = Exclude<ExitName, 'pass' | 'policy'>;
type ErrorExitCode = (typeof exitCodes)[ErrorKind];
/** The place of a mistake in a file, from 1. */
interface FaultPlace {
    readonly file: string;
    readonly line: number;
    readonly column: number;
}
/**
 * A run that cannot go on. `message` is one sentence (what, where), `hint` one more (what to do), and `code`
 * is stable from version to version: it is what the JSON report carries.
 */
declare class GovError extends Error {
    readonly kind: ErrorKind;
    readonly code: string;
    readonly hint: string;
    /** The place that the message begins with, for formats that point there. */
    readonly place: FaultPlace | undefined;
    constructor(kind: ErrorKind, code: string, message: string, hint: string, cause?: unknown, place?: FaultPlace);
    get exitCode(): ErrorExitCode;
}
declare const severities: readonly ['error', 'warn', 'info', 'hint'];
type Severity = (typeof severities)[number];
/** Texts by name, such as `shared/errors.yaml`: relative to one folder, with `/`. */
type TextFiles = Readonly<Record<string, string>>;
interface RulesetOptions {
    /** Its file's name, which what it extends and `overrides` are relative to; default: `rules.yaml`. */
    readonly name?: string | undefined;
    /** The linter whose results are reproduced; default: `spectral`. */
    readonly engine?: EngineName | undefined;
    /** `refuse`: a ruleset with JavaScript in it cannot be used. */
    readonly functions?: 'allow' | 'refuse' | undefined;
}
/** A ruleset that was read, for `evaluate`. */
interface ReadyRuleset {
    readonly name: string;
    /** The ids of the rules that are on, without those that only `overrides` turn on. */
    readonly rule_ids: readonly string[];
}
/**
 * Reads a ruleset, with what it extends and the code of its functions from `files`. Throws GovError, usage, with every problem
 * of the ruleset in its message.
 */
declare function createRuleset(text: string, files?: TextFiles, options?: RulesetOptions): Promise<ReadyRuleset>;
/** A definition's text. */
interface DefinitionText {
    /** Its file's name; default: `openapi.json` for a text that begins with a brace, else `openapi.yaml`. */
    readonly name?: string | undefined;
    readonly text: string;
    /** The files that its references lead to. */
    readonly files?: TextFiles | undefined;
}
/** An issue, with the names of the report's fields. */
interface DefinitionIssue {
    readonly rule_id: string;
    readonly rule_summary: string;
    readonly how_to_fix: string;
    readonly message: string;
    readonly severity: Severity;
    /** The severity that the rule will have after a day. */
    readonly severity_change?: SeverityChange | undefined;
    /** Dot-joined path of the node. */
    readonly path: string;
    /** JSON Pointer of the node. */
    readonly pointer: string;
    /** The definition, or the file that it refers to in which the issue is. */
    readonly file: string;
    /** Where the node begins, an object or array with its key, from 1. */
    readonly line: number;
    readonly column: number;
    /** The range of the node, from 1. */
    readonly location: Location;
    /** JSON Pointer of the object in the definition whose x-lint-ignore names the rule. */
    readonly ignored_at?: string | undefined;
}
interface EvaluateOptions {
    /** By which severities change, YYYY-MM-DD; default: today (UTC). */
    readonly day?: string | undefined;
}
/**
 * Evaluates a definition: all issues, as the table of `gov check` lists them. Throws GovError, usage: the text is no OpenAPI
 * document; IncompleteEvaluationError: one of the rules could not be evaluated, or none is for the document.
 */
declare function evaluate(definition: string | DefinitionText, ruleset: ReadyRuleset, options?: EvaluateOptions): Promise<readonly DefinitionIssue[]>;
/** An evaluation that says nothing of some rules. `issues` are those of the others. */
declare class IncompleteEvaluationError extends GovError {
    readonly issues: readonly DefinitionIssue[];
    constructor(code: string, reason: string, hint: string, issues: readonly DefinitionIssue[]);
}
/** The engines whose results an evaluation can reproduce. Dashboards run vacuum. */
declare const engineNames: readonly ['spectral', 'vacuum'];
type EngineName = (typeof engineNames)[number];
/** A severity that holds until a day, as of a waiver, and the one that follows it. */
interface SeverityChange {
    /** Last day of the severity, YYYY-MM-DD (UTC). */
    readonly until: string;
    readonly to: Severity;
}
/** A range in a text file. Lines and characters count from 1; the end is the character after the last. */
interface Location {
    readonly start_line: number;
    readonly start_char: number;
    readonly end_line: number;
    readonly end_char: number;
}
export { type DefinitionIssue, type DefinitionText, type ErrorKind, type EvaluateOptions, GovError, IncompleteEvaluationError, type ReadyRuleset, type RulesetOptions, type Severity, type TextFiles, createRuleset, evaluate, exitCodes };
