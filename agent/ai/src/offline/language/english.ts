import type { Language } from "./language.ts";
import { compileRules } from "./language.ts";

const parts = {
  det: "(?:(?:the|a|an|my|our|this|that|all|any|every|these|those) )*",
  file: "(?:(?:new|empty|blank|text|whole|entire|full|current) )*(?:(?:file|document|script|note) )?(?:(?:called|named) )?",
  folder: "(?:folder|directory|dir|project|repo|repository|workspace|root|codebase|code|files|sources?)",
  here: "here|(?:in|inside|of|under|at|within|from|across|throughout) (?:here|{det}(?:(?:current|root|project|whole|entire) )*{folder})",
  place:
    "(?:,? (?:{here}|(?:in|inside|of|under|at|within|from) {det}(?:(?:folder|directory|dir|file) )?(?<path>{W})(?: (?:folder|directory|dir|file))?))?",
  show: "show|show me|display|print|print out|view|see|give me|look at|get|tell me|open|check",
  things:
    "(?:(?:directory|folder|file|project) )?(?:structure|tree)|files? and (?:folders|directories)|folders and files|files?|contents?|entries|folders?|director(?:y|ies)|listing|everything|file names",
  content:
    "(?:with|containing|that says|that contains|that reads|that has|which says|which contains|saying|having)(?: {det}(?:following )?(?:contents?|text|lines?|words?|code|body|message))?(?: in it| inside)?(?: of)?:?",
  change: "replace|change|swap|substitute|exchange|edit|modify|update|rename",
  piece: "{det}(?:(?:text|words?|string|lines?|phrase|value|name|occurrences? of|instances? of) )*",
  run: "run|execute|launch|start|invoke|rerun|re-run",
  what: "{det}(?:(?:words?|text|string|phrase|term|occurrences? of|references? to|uses? of|usages? of|mentions? of|lines? (?:with|containing)|places? (?:with|that use)) )*",
};

/** How English asks. */
export const english: Language = {
  id: "english",
  politePrefix:
    /^(?:(?:please|pls|kindly|hey|hi|hello|ok|okay|now|so|well|relay|just|first|second|third|finally|next|also|again|then|and|go ahead and|go and|i (?:want|need|would like|'d like) (?:you )?to|i'd like (?:you )?to|(?:can|could|would|will) you(?: please)?|(?:can|could) we|let's|let us|let me|help me(?: to)?|you should|try to|we (?:need|have) to)[,!:]? )+/,
  politeSuffix:
    /(?:,? (?:please|pls|for me|to me|thanks|thank you|now|right now|again|if you can|ok|too|as well|and (?:tell|show|give|report)(?: me| us| to me)? (?:(?:the )?(?:results?|output|outcome)|what (?:happens|happened|you (?:find|get|see))|(?:if|whether) they pass)))*\s*[.!?:]*$/,
  thenJoint:
    /\s*(?:[,;]?\s+(?:and\s+)?(?:then|after that|afterwards|next)\b,?\s+|;\s+|(?<=[^\s.])[.!?]+\s+|\n+)\s*/,
  andJoint: /,?\s+and\s+(?:also\s+)?/,
  lineRanges: [
    /\b(?:the )?(?:from )?lines? (?<first>\d+)(?: ?(?:-|–|to|through|until|and) ?(?:line )?(?<last>\d+))?(?: (?:of|from|in)\b)?/,
    /\b(?:the )?first (?<count>\d+) lines(?: (?:of|from|in)\b)?/,
  ],
  pronoun: /^(?:it|this|that|the file|that file|this file|its contents?)$/,
  markers:
    /\b(?:the|and|then|file|files|please|with|what|which|where|is|are|of|to|in|run|read|show|create|find|search|you|how|can|help|hello|this|my|it|for)\b/g,
  rules: compileRules(parts, [
    [
      "test",
      "(?:{run}|try|do|perform|kick off) {det}(?:(?:of|project's|project|unit|whole|full|entire|existing|complete|automated|the) )*(?:tests?|test suite|specs?|test cases)(?: {here}| (?:of|for) {det}project)?",
      "test (?:it|this|everything|{det}(?:project|code|app|repo))",
      "(?:do|did|are|check (?:if|whether|that)|see (?:if|whether)|verify(?: that)?|make sure(?: that)?|tell me (?:if|whether)) {det}(?:(?:project's|project|unit) )*(?:tests?|test suite)(?: still| all)?(?: are)? (?:pass(?:es|ing)?|green|works?|succeed|ok)",
      "does {det}(?:test suite|suite) (?:still )?(?:pass|work|succeed)",
    ],
    [
      "run",
      "(?:{run}|use|call)(?: {det}(?:(?:following|shell|bash|terminal) )*(?:command|script|line|following))?:? (?<command>{Q})(?: (?:in|on|from) {det}(?:shell|terminal|bash|console|command line|project|root))?(?: command)?",
      "{show} {det}output of (?<command>{Q})",
    ],
    [
      "replace",
      "{change} {piece}(?<text>{W}) (?:in|inside|within|of) {det}{file}(?<path>{W})(?: file)?,? (?:with|by|to|into) {piece}(?<to>{W})",
      "{change} {piece}(?<text>{W}) (?:with|by|to|into|for) {piece}(?<to>{W})(?:,? (?:in|inside|within|of|on|at)) {det}{file}(?<path>{W})(?: file)?",
      "(?:in|inside|within) {det}{file}(?<path>{W})(?: file)?,? (?:please )?{change} {piece}(?<text>{W}) (?:with|by|to|into) {piece}(?<to>{W})",
      "(?:edit|update|modify|open) {det}{file}(?<path>{W})(?: file)?(?: to| and|,|:|, and)? (?:replace|replacing|change|changing|swap) {piece}(?<text>{W}) (?:with|by|to|into) {piece}(?<to>{W})",
    ],
    [
      "create",
      "(?:create|make|write|generate|start) {det}{file}(?<word>{W}),? and (?:write|put|add|save) {det}(?:(?:text|line|content) )?(?<content>{Q}) (?:in|into|inside|to) (?:it|there|that file|the file)",
      "(?:create|make|write|add|generate|start|save|new) {det}{file}(?<word>{W})(?: file)?(?:,? {content} (?<content>.+))?",
      "(?:create|make|write|generate|save) {det}{file}{content} (?<content>{Q}),? (?:and )?(?:called|named|at|as|in|name it|call it|save it as) {file}(?<word>{W})",
      "(?:write|put|save|store) {det}(?:(?:text|words?|line|content) )?(?<content>{Q}) (?:to|in|into|inside|as) {det}{file}(?<word>{W})(?: file)?",
    ],
    [
      "read",
      "(?:read|cat|{show}|output)(?: me)?(?: {det}(?:contents?|text|source|code) of)? {det}{file}(?<word>{W})(?: file)?(?:'s contents?)?",
      "(?:read|cat|open|show|display|print) (?<word>it|its contents?|that file|the file|this file)",
      "(?:what's|what is|what are)(?: there)? (?:in|inside|written in|{det}contents? of) {det}{file}(?<word>{W})(?: file)?",
      "(?:show me|tell me|see) what(?:'s| is)? (?:in|inside) {det}{file}(?<word>{W})(?: file)?",
      "what does {det}{file}(?<word>{W})(?: file)? (?:say|contain)",
    ],
    [
      "list",
      "(?:list|ls|enumerate|{show})(?: out)?(?: {det}(?:list of )?{det}(?:{things}))(?: (?:that are|there are|that exist|we have|you see))?{place}",
      "(?:list|ls|enumerate)(?: {here})?",
      "(?:list|ls) {det}(?<path>{W})(?: (?:folder|directory|dir))?",
      "(?:{show}|list) {det}(?<path>{W}) (?:folder|directory|dir)",
      "(?:{show}|list)(?: me)? (?:what's|what is|what are) (?:{here}|(?:in|inside) {det}(?<path>{W})(?: (?:folder|directory|dir)))",
      "(?:what|which) (?:{things})(?: are| exist| do (?:we|you|i) (?:have|see)| does it have)?(?: there)?{place}",
      "what(?:'s| is| are| do (?:we|you|i) (?:have|see))(?: there)? (?:{here}|(?:in|inside|under) {det}(?:(?:folder|directory) (?<path>{W})))",
    ],
    [
      "findFiles",
      "(?:find|search for|look for|list|locate|{show}) {det}files? (?:named|called|matching|that match|like|with (?:the )?names?|with (?:the )?extension|ending (?:in|with)|of type) ?(?<pattern>{W}){place}",
      "(?:find|search for|look for|list|locate|{show}) {det}(?<pattern>\\*?\\.?[\\w.]*\\*?\\.\\w+|\\*\\S*) files{place}",
      "(?:find|locate|search for|look for) {det}(?:file )?(?<pattern>[^\\s\\ue000]*\\.\\w{1,8}|[^\\s\\ue000]*[*?][^\\s\\ue000]*){place}",
      "where (?:is|are) {det}files? (?<pattern>{W}){place}",
    ],
    [
      "search",
      "(?:search|look|grep|scan|hunt)(?: (?:in|through|inside|across))? (?:{det}{folder}|(?<path>{W})) for {what}(?<text>.+)",
      "(?:search|look|grep|scan|hunt) for {what}(?<text>.+?){place}",
      "(?:search|grep|find|locate) {what}(?<text>{Q}){place}",
      "(?:find|locate) (?:where|every place where|all places where) {what}(?<text>{W}) (?:is|are|was) (?:used|defined|mentioned|called|declared|located|written|imported){place}",
      "(?:show me|tell me|see) where {what}(?<text>{W}) (?:is|are) (?:used|defined|mentioned|called|declared|located){place}",
      "where (?:is|are|do we (?:use|call|define)|does) {what}(?<text>{W})(?: (?:used|defined|mentioned|called|declared|located|appear|occur|come from|implemented))?{place}",
      "(?:which|what) files? (?:contains?|mentions?|uses?|has|have|includes?) {what}(?<text>{W}){place}",
      "(?:find|grep) {what}(?<text>[^\\s\\ue000]+)(?: {here}| (?:in|inside|under) {det}(?:(?:folder|directory|file) )?(?<path>{W}))",
      "grep {what}(?<text>{W})(?: (?<path>{W}))?",
      "look up {what}(?<text>{W}){place}",
      "(?:is|are) there (?:any |some )?{what}(?<text>{W}){place}",
      "(?:find|list|{show}) {det}(?<text>todo|fixme)s?(?: (?:comments?|notes?|markers?))?{place}",
    ],
    [
      "help",
      "(?:help|help me|hi|hello|hey|hi there|hello there|good (?:morning|afternoon|evening)|what can you do|what do you do|who are you|how do you work|what are you|commands|what commands do you know|thanks|thank you|thank you very much)",
    ],
    [
      "unquotedCommand",
      "{run} (?:{det}(?:(?:following|shell|bash) )*command:? )?(?<text>(?!(?:the|a|an|my|our|your|this|that|all|it)\\b).+)",
    ],
  ]),
};
