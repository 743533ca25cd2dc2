import { lang } from "@relay-harness/agent-core/harness";
import type { DocumentLanguage } from "../questionnaire.ts";
import { foldText } from "../validate/foldText.ts";

const maxCharacters = 20_000;

/** Words of requests that are too short for the harness to tell their language. Folded. */
const portuguese =
  words(`do da dos das na nas nos ao aos um uma os em com sem pelo pela nao mudar mudanca arrumar corrigir melhorar acrescentar remover excluir criar novo nova fazer colocar
  fatura faturas nota notas preco precos imposto impostos frete tela telas relatorio relatorios lembrete lembretes media
  boletim aluno falta faltas senha mensagem mensagens arredondamento pagamento pagamentos conta permissao
  aumentar diminuir prazo prazos agendamento agendamentos cadastro juros boleto enviar incluir tirar exportar`);
const spanish =
  words(`el los las del al en un una con sin y cambiar cambio anadir agregar arreglar corregir mejorar borrar quitar crear nuevo nueva hacer poner
  factura facturas precio precios descuento descuentos impuesto impuestos envio pantalla pantallas informe informes
  reporte reportes cita citas recordatorio recordatorios calificacion calificaciones promedio estudiante estudiantes
  boletin contrasena mensaje mensajes redondeo pago pagos cuenta permiso
  plazo plazos correo campo registro intereses`);
/** Of both: alone they are Portuguese, as in "alterar cálculo". */
const both =
  words(`alterar ajustar adicionar mostrar permitir calculo calculos consulta consultas agenda horario horarios
  paciente pacientes alumno alumnos aluno alunos usuario usuarios desconto descontos total valor`);

/** Of English alone: a text with one of these is more than a few words of something else. */
const english =
  words(`the to of and is it in on for should we when with this that these does not please change changes add adds fix
  wrong broken new make improve remove show update report round discount invoice reminder`);
/** A text with more words has enough of those that the harness counts. */
const maxFewWords = 12;

/** The language of a request; of its sources where it has no words of its own. */
export function requestLanguage(description: string, sourceText = ""): DocumentLanguage {
  const own = description
    .split(/\s+/u)
    .filter((word) => !/[/\\@.]./u.test(word))
    .join(" ");
  const text = (/\p{L}{3}/u.test(own) ? own : sourceText).slice(0, maxCharacters);
  // Nothing speaks for a language when the answer is always the one that was expected.
  const found = foldText(text).match(/\p{L}+/gu) ?? [];
  const isFew = found.length <= maxFewWords && !found.some((word) => english.has(word));
  if (isFew) return byHints(found) ?? lang(text);
  const isUndecided = lang(text, "en") === "en" && lang(text, "es") === "es" && lang(text, "pt") === "pt";
  return isUndecided ? (byHints(found) ?? "en") : lang(text);
}

/** `undefined`: no word speaks for one of the two. */
function byHints(found: readonly string[]): DocumentLanguage | undefined {
  const count = (known: ReadonlySet<string>): number => found.filter((word) => known.has(word)).length;
  const [pt, es] = [count(portuguese), count(spanish)];
  const shared = count(english) > 0 ? 0 : count(both);
  if (pt + es + shared === 0) return undefined;
  return es > pt ? "es" : "pt";
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/u));
}
