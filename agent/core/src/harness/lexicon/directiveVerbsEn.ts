/** English verbs that open a directive, in base form. */
export const directiveVerbsEn = `
    add adopt align allow alter analyse analyze answer append apply ask assume attach avoid await break
    bring build bump bundle cache call cancel catch change check choose clarify clean clear clone close
    collapse combine comment commit compare compile configure confirm connect consider consult convert copy
    correct count cover create cut debounce debug declare decrease define delete deploy deprecate describe
    design destructure detect disable discuss dispatch ditch do document download draft drop duplicate edit
    emit enable encapsulate encode ensure erase escape evaluate execute expand explain expose extend
    extract favor favour fetch fill filter finish fix fold follow force-push format generate give go group
    guess handle hardcode hide highlight hook identify ignore implement import improve include increase
    initialise initialize inject inline insert install instantiate introduce invent investigate invoke join
    keep kill lead leave limit link lint list load log look lower maintain make map mark memoise memoize
    mention merge migrate mirror mix mock modify monitor move mutate name nest normalise normalize open
    optimise optimize order overwrite parse pass patch pick pin place port prefer prepare preserve print
    provide publish pull purge push put query raise reach read rebase rebuild redo reduce refactor refer
    reformat regenerate register reinstall release rely remove rename render reorder repair replace reply
    report require research reset resolve respect respond restart restore restrict resume retain rethink
    retry return reuse revert review rewire rework rewrite roll rotate round run sanitise sanitize save
    search select send serialize set share ship show sign simplify skip sort spawn split squash stage start
    stash stay stick stop store strengthen strip stub submit substitute suggest summarise summarize supply
    support suppress swallow swap switch sync tag take test throttle throw tidy toggle touch trace track
    transform translate treat trim try turn tweak type undo unify unset update upgrade upload use validate
    vendor verify wait wire wrap write
`;

/** Base-form test: words in -ed, -ing, -s that are base forms all the same. */
export const baseFormsInEd = "need feed embed seed exceed proceed speed shed";
export const baseFormsInS =
  "process pass access address discuss express focus miss compress bypass suppress assess cross press guess dismiss class";
/** Words that follow "never" or "don't" without being verbs; pronouns and articles included. */
export const notBaseForms = `
    on in at off up out over under to from with for of by as into onto and or but so not very too more most
    less right left first last next again ever just then than if when while still only even there all any some
    no yes good bad sure once here who what which
    i you he she it we they me him her us them my your his its our their this that these those the a an
`;
